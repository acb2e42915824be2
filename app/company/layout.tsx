import type { ReactNode } from 'react'
import { OfficeFrame } from '../_components/office-frame'

export default function CompanyLayout({ children }: { children: ReactNode }) {
  return <OfficeFrame of="company">{children}</OfficeFrame>
}
