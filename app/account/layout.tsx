import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { OfficeFrame } from '../_components/office-frame'
import { ShownOnce } from './_components/shown-once'

export const dynamic = 'force-dynamic'

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <ShownOnce>
      <OfficeFrame>
        <ClientTexts namespaces={['account', 'accountFaults']}>{children}</ClientTexts>
      </OfficeFrame>
    </ShownOnce>
  )
}
