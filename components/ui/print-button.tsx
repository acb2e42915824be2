'use client'

import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'

/** Prints the page as it stands; the frame of the offices and what has `print:hidden` stay off the paper. */
export const PrintButton = ({ children }: { children: ReactNode }) => (
  <Button icon={<Printer aria-hidden />} className="print:hidden" onClick={() => window.print()}>
    {children}
  </Button>
)
