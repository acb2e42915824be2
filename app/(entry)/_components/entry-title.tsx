import type { ReactNode } from 'react'

/** What this page is for, and who it is for. */
export const EntryTitle = ({ title, lead }: { title: ReactNode; lead?: ReactNode }) => (
  <div>
    <h1 className="text-xl font-semibold text-balance">{title}</h1>
    {lead === undefined ? null : <p className="mt-1.5 text-sm break-words text-pretty text-muted">{lead}</p>}
  </div>
)
