import type { ReactNode } from 'react'
import { ClientTexts } from '@/lib/web/client-texts'
import { OfficeFrame } from '../_components/office-frame'

export const dynamic = 'force-dynamic'

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <OfficeFrame>
      <ClientTexts namespaces={['account', 'accountFaults']}>{children}</ClientTexts>
    </OfficeFrame>
  )
}
