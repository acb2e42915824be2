// biome-ignore-all lint/a11y/noRedundantRoles: display:block on a phone takes the roles of a table away.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { PageLink } from './page-link'

export type Column<Row> = {
  readonly key: string
  readonly label: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** A second line of the cell, in smaller letters. */
  readonly below?: (row: Row) => ReactNode
  readonly belowClassName?: string
  /** `right` is for numbers and money. */
  readonly align?: 'right'
  /** Whether it is the column of the row's menu: its label is for screen readers alone. */
  readonly actions?: boolean
  /** Whether it names the row: it is the row's header for screen readers, and on a phone its first line. */
  readonly heading?: boolean
  /**
   * Where a list shows it on a phone, whose rows have two lines: at the end of the first, or at the beginning or the end of the
   * second. A column without a place is not shown there.
   */
  readonly phone?: 'end' | 'below' | 'below-end'
  /** Whether a phone, which shows no heads, says the label before the value. */
  readonly phoneLabel?: boolean
  readonly className?: string
}

/** An order of the rows, as the head of a column says it, and the address of the other one. */
export type ColumnSort = { readonly order: 'ascending' | 'descending' | 'none'; readonly href: string }

export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Whether a row adds up the others. */
  isTotal?: (row: Row) => boolean
  /** The page of a row: the whole row leads there, and its heading is the link. */
  hrefOf?: (row: Row) => string | undefined
  /** The columns by which the rows can be ordered, by key. */
  sorts?: Readonly<Record<string, ColumnSort>>
  /** What a phone shows of a row: two lines of a list (`Column.phone`), or a card with every value beside its label. */
  phone?: 'lines' | 'card'
}

/** Rows of the same kind. It stays a table to a screen reader on a phone too. For server components: `cell` is a function. */
export function Table<Row>({ phone = 'card', ...props }: TableProps<Row>) {
  const isList = phone === 'lines'
  const hasActions = props.columns.some(({ actions }) => actions)
  const hasEnd = props.columns.some(({ phone }) => phone === 'end')
  // A keyboard scrolls a table by what it focuses in it; one with nothing to focus is focused itself (WCAG 2.1.1).
  const reached =
    hasActions || props.hrefOf ? {} : ({ role: 'group', 'aria-label': props.caption, tabIndex: 0 } as const)
  return (
    <div
      {...reached}
      className={cn(
        'sm:relative sm:rounded-lg sm:border sm:max-lg:overflow-x-auto sm:border-line print:overflow-visible print:rounded-none print:border-0',
        isList && 'max-sm:-mx-4 max-sm:border-y max-sm:border-line sm:overflow-x-auto print:overflow-visible',
      )}
    >
      <table role="table" className="w-full border-collapse text-sm max-sm:block print:text-xs">
        <caption className="sr-only">{props.caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {props.columns.map((column) => (
              <Head key={column.key} column={column} sort={props.sorts?.[column.key]} isList={isList} />
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={isList ? 'max-sm:flex max-sm:flex-col' : 'max-sm:flex max-sm:flex-col max-sm:gap-3'}
        >
          {props.rows.map((row) => (
            <tr
              key={props.rowKey(row)}
              role="row"
              className={cn(
                'border-line max-sm:grid max-sm:gap-x-3 sm:hover:bg-surface',
                // What stands at the end of a line leaves the beginning its part, however long it is.
                !isList
                  ? 'max-sm:grid-cols-[minmax(0,1fr)_auto]'
                  : hasActions
                    ? 'max-sm:grid-cols-[minmax(0,1fr)_fit-content(50%)_auto]'
                    : 'max-sm:grid-cols-[minmax(0,1fr)_fit-content(50%)]',
                isList
                  ? 'relative not-last:border-b max-sm:grid-rows-[auto_auto] max-sm:px-4 max-sm:py-2'
                  : 'max-sm:rounded-lg max-sm:border max-sm:p-4 sm:not-last:border-b',
                props.isTotal?.(row)
                  ? 'bg-surface font-semibold [&_.text-xs]:font-normal [&_th]:font-semibold'
                  : !isList && 'max-sm:bg-raised',
              )}
            >
              {props.columns.map((column) =>
                isList ? (
                  <ListCell key={column.key} column={column} row={row} href={props.hrefOf?.(row)} hasEnd={hasEnd} />
                ) : (
                  <Cell key={column.key} column={column} row={row} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head<Row>({ column, sort, isList }: { column: Column<Row>; sort: ColumnSort | undefined; isList: boolean }) {
  const Arrow = sort?.order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      role="columnheader"
      scope="col"
      {...(sort === undefined ? {} : { 'aria-sort': sort.order })}
      className={cn(
        'h-9 border-b border-line bg-surface text-xs font-medium whitespace-nowrap text-muted',
        isList ? 'px-3 first:pl-4 last:pr-4' : 'px-4',
        'first:rounded-tl-lg last:rounded-tr-lg lg:sticky lg:top-0 lg:z-2',
        'print:px-1.5 print:whitespace-normal',
        column.align === 'right' ? 'text-right' : 'text-left',
      )}
    >
      {column.actions ? (
        <span className="sr-only">{column.label}</span>
      ) : sort === undefined ? (
        column.label
      ) : (
        <PageLink
          href={sort.href}
          scroll={false}
          className="group/sort inline-flex items-center gap-1 rounded-sm hover:text-ink"
        >
          {column.label}
          <Arrow
            aria-hidden
            className={cn('size-3.5', sort.order === 'none' && 'opacity-0 group-hover/sort:opacity-100')}
          />
        </PageLink>
      )}
    </th>
  )
}

const places = {
  end: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right',
  below: 'max-sm:col-start-1 max-sm:row-start-2 max-sm:text-xs max-sm:text-muted',
  'below-end': 'max-sm:col-start-2 max-sm:row-start-2 max-sm:text-right max-sm:text-xs max-sm:text-muted',
}

/** A cell of a list: one line, or two where the column has a second, and 52 px of height at most. */
function ListCell<Row>({
  column,
  row,
  href,
  hasEnd,
}: {
  column: Column<Row>
  row: Row
  href: string | undefined
  /** Whether something stands beside the heading on a phone. */
  hasEnd: boolean
}) {
  const content = column.cell(row)
  const below = column.below?.(row)
  const shared =
    'truncate px-3 py-1 align-middle first:pl-4 last:pr-4 max-sm:block max-sm:p-0! lg:max-w-44 print:px-1.5 print:whitespace-normal'
  const second =
    below === undefined || below === null ? null : (
      <span className={cn('block truncate text-xs font-normal text-muted max-sm:hidden', column.belowClassName)}>
        {below}
      </span>
    )
  if (column.heading) {
    return (
      <th
        scope="row"
        role="rowheader"
        className={cn(
          shared,
          'text-left font-medium max-sm:col-start-1 max-sm:row-start-1',
          !hasEnd && 'max-sm:col-end-3',
          column.className,
        )}
      >
        {href === undefined ? (
          content
        ) : (
          // The link lies under the controls of its row.
          <PageLink href={href} data-ahead className="after:absolute after:inset-0 hover:underline">
            {content}
          </PageLink>
        )}
        {second}
      </th>
    )
  }
  if (column.actions) {
    return (
      <td
        role="cell"
        className="relative z-1 py-0.5 pr-2 pl-0 text-right align-middle sm:w-px max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:-mr-2 max-sm:self-center max-sm:p-0"
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
        column.phone === undefined ? 'max-sm:hidden' : places[column.phone],
        column.align === 'right' && `tabular-nums ${column.phone === 'below' ? 'sm:text-right' : 'text-right'}`,
        '[&_a,time]:relative [&_a,time]:z-1',
        column.className,
      )}
    >
      {column.phoneLabel ? <span className="text-xs font-normal text-muted sm:hidden">{column.label} </span> : null}
      {content}
      {second}
    </td>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  const shared = 'px-4 py-2.5 align-top max-sm:block max-sm:p-0! print:px-1.5 print:py-1'
  const below = column.below?.(row)
  const second =
    below === undefined || below === null ? null : (
      <span className={cn('block text-xs font-normal text-muted', column.belowClassName)}>{below}</span>
    )
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
        {second}
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
        'max-sm:col-span-2 max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-1! max-sm:text-right',
        column.align === 'right' && 'text-right tabular-nums',
        column.className,
      )}
    >
      <span aria-hidden className="shrink-0 text-left text-muted sm:hidden">
        {column.label}
      </span>
      <div className="min-w-0">
        {content}
        {second}
      </div>
    </td>
  )
}
