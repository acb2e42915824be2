import type { ReactNode } from 'react'
import { OfficeFrame } from '../_components/office-frame'

export default function OperatorLayout({ children }: { children: ReactNode }) {
  return <OfficeFrame of="operator">{children}</OfficeFrame>
}
