import { type ColumnSort, Table, type TableProps } from '@/components/ui/table'
import type { Layout } from '@/lib/kernel/cursor'
import type { ListView } from './view'

/** The rows of a list, without the columns that the reader has put away, in an order that the heads of `sortable` columns change. */
export function ListTable<Row>({
  view,
  sortable = [],
  columns,
  ...props
}: Omit<TableProps<Row>, 'sorts' | 'phone'> & { view: ListView; sortable?: readonly string[] }) {
  return (
    <Table
      {...props}
      phone="lines"
      columns={columns.filter(({ key }) => !view.layout.hidden.includes(key))}
      sorts={Object.fromEntries(sortable.map((key) => [key, sortOf(key, view)]))}
    />
  )
}

function sortOf(key: string, { layout, pathWith }: ListView): ColumnSort {
  const order = ordersOf(key)[layout.sort ?? ''] ?? 'none'
  return { order, href: pathWith({ sort: order === 'descending' ? key : `-${key}` }) }
}

const ordersOf = (key: string): Readonly<Record<NonNullable<Layout['sort']>, ColumnSort['order']>> => ({
  [key]: 'ascending',
  [`-${key}`]: 'descending',
})
