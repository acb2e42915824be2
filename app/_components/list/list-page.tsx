import type { ReactNode } from 'react'

/**
 * What is around a list: closer together than other pages, so that as many rows as can be are on the first screen. A list has no
 * fallback: React shows one for 300 ms at least, longer than the rows take, and without a script it would never be replaced.
 */
export const ListPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 lg:-mt-4 [&>header_p]:max-w-none">{children}</div>
)
