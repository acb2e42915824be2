import type { ReactNode } from 'react'

/** What is around a list: closer together than other pages, so that as many rows as can be are on the first screen. */
export const ListPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 lg:-mt-4 [&>header_p]:max-w-none">{children}</div>
)
