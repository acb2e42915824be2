import type { ReactNode } from 'react'
import { OfficeFrame } from '../_components/office-frame'
import { Standing } from './_components/standing'

export default function PortalLayout({ children }: { children: ReactNode }) {
  return (
    <OfficeFrame>
      <Standing />
      {children}
    </OfficeFrame>
  )
}
