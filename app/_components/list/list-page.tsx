import type { ReactNode } from 'react'

/**
 * What is around a list: closer together than other pages, so that as many rows as can be are on the first screen. Where a list has a
 * fallback, the key stands at the list, not at the `Suspense`: a turn of the list then keeps the rows before until the next are there. A
 * fallback that was shown again would stay for 300 ms, longer than they take.
 */
export const ListPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 lg:-mt-4 [&>header_p]:max-w-none">{children}</div>
)
