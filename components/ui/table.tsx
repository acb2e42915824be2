// biome-ignore-all lint/a11y/noRedundantRoles: display:block on a phone takes the roles of a table away.
import type { ReactNode } from 'react'
import { cn } from './cn'

export type Column<Row> = {
  readonly key: string
  readonly label: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** `right` is for numbers and money. */
  readonly align?: 'right'
  /** Whether it is the column of the row's menu: its label is for screen readers alone. */
  readonly actions?: boolean
  /** Whether it names the row: it is the row's header for screen readers, and the head of the row's card on a phone. */
  readonly heading?: boolean
  readonly className?: string
}

/**
 * Rows of the same kind. On a phone each row is a card with the labels beside the values; it stays a table to a screen reader.
 * For server components: `cell` is a function.
 */
export function Table<Row>(props: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Whether a row adds up the others. */
  isTotal?: (row: Row) => boolean
}) {
  return (
    <div className="sm:relative sm:rounded-lg sm:border sm:max-lg:overflow-x-auto sm:border-line print:overflow-visible print:rounded-none print:border-0">
      <table role="table" className="w-full border-collapse text-sm max-sm:block print:text-xs">
        <caption className="sr-only">{props.caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {props.columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={cn(
                  'border-b border-line bg-surface px-4 py-2.5 text-left text-xs font-medium whitespace-nowrap text-muted',
                  'first:rounded-tl-lg last:rounded-tr-lg lg:sticky lg:top-0 lg:z-1',
                  'print:px-1.5 print:whitespace-normal',
                  column.align === 'right' && 'text-right',
                )}
              >
                {column.actions ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-3">
          {props.rows.map((row) => (
            <tr
              key={props.rowKey(row)}
              role="row"
              className={cn(
                'border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:rounded-lg max-sm:border max-sm:bg-raised max-sm:p-4 sm:not-last:border-b sm:hover:bg-surface',
                props.isTotal?.(row) &&
                  'bg-surface font-semibold max-sm:bg-surface [&_.text-xs]:font-normal [&_th]:font-semibold',
              )}
            >
              {props.columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  const shared = 'px-4 py-3 align-top max-sm:block max-sm:p-0 print:px-1.5 print:py-1'
  if (column.heading) {
    return (
      <th
        scope="row"
        role="rowheader"
        className={cn(
          shared,
          'text-left font-medium max-sm:col-start-1 max-sm:row-start-1 max-sm:mb-2 max-sm:self-center max-sm:text-base',
          column.className,
        )}
      >
        {content}
      </th>
    )
  }
  if (column.actions) {
    return (
      <td
        role="cell"
        className="py-1.5 pr-2 pl-0 text-right align-top max-sm:col-start-2 max-sm:row-start-1 max-sm:mb-2 max-sm:-mr-1.5 max-sm:p-0"
      >
        {content}
      </td>
    )
  }
  return (
    <td
      role="cell"
      className={cn(
        shared,
        'max-sm:col-span-2 max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-1 max-sm:text-right',
        column.align === 'right' && 'text-right tabular-nums',
        column.className,
      )}
    >
      <span aria-hidden className="shrink-0 text-left text-muted sm:hidden">
        {column.label}
      </span>
      <div className="min-w-0">{content}</div>
    </td>
  )
}
