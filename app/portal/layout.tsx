import type { ReactNode } from 'react'
import { OfficeFrame } from '../_components/office-frame'

export default function PortalLayout({ children }: { children: ReactNode }) {
  return <OfficeFrame>{children}</OfficeFrame>
}
