'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** The head of what is shown now. `taking`: it takes the focus, so that a screen reader says what has become of the link. */
export function Message({ title, taking = false, children }: { title: string; taking?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (taking) heading.current?.focus()
  }, [taking])
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
        {title}
      </h1>
      <div className="mt-2 text-sm text-pretty text-muted">{children}</div>
    </div>
  )
}
