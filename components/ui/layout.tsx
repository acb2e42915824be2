import type { ReactNode } from 'react'
import { cn } from './cn'

/** The head of a page: its one `h1`, what it is about, and its main action. */
export function PageHeader(props: { title: ReactNode; lead?: ReactNode; above?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="flex flex-col gap-2">
      {props.above}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h1 className="text-xl font-semibold break-words text-balance">{props.title}</h1>
          {props.lead === undefined ? null : (
            <p className="mt-1 max-w-[65ch] text-sm text-pretty text-muted">{props.lead}</p>
          )}
        </div>
        {props.actions === undefined ? null : (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{props.actions}</div>
        )}
      </div>
    </header>
  )
}

/** A part of a page with its own heading. */
export function Section(props: {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <section id={props.id} className={cn('flex flex-col gap-4', props.className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 className="text-base font-semibold">{props.title}</h2>
          {props.lead === undefined ? null : (
            <div className="mt-0.5 max-w-[65ch] text-sm text-pretty text-muted">{props.lead}</div>
          )}
        </div>
        {props.actions}
      </div>
      {props.children}
    </section>
  )
}

/** A box for content that belongs together, set apart from the page. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('rounded-lg border border-line bg-raised p-5', className)}>{children}</div>
}

/** Names and their values, side by side; one below the other on a phone. */
export function DescriptionList(props: { items: readonly { term: string; detail: ReactNode }[]; className?: string }) {
  return (
    <dl className={cn('divide-y divide-line text-sm', props.className)}>
      {props.items.map(({ term, detail }) => (
        <div
          key={term}
          className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)] print:py-1 print:text-xs"
        >
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
