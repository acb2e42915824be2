import type { Layout } from '@/lib/kernel/cursor'

/** How a list is shown now, and the address of the same rows shown in another way. */
export type ListView = { readonly layout: Layout; readonly pathWith: (change: Partial<Layout>) => string }

/** The view of the list whose filter that is: `path` writes the address of its first page. */
export const viewOf = <Filter extends Layout>(filter: Filter, path: (filter: Filter) => string): ListView => ({
  layout: filter,
  pathWith: (change) => path({ ...filter, ...change }),
})

/** The pages before and after in the order shown, of a list by time. */
export const turnsOf = (sort: string | undefined, newer: string | undefined, older: string | undefined) =>
  sort === 'when' ? { previous: older, next: newer } : { previous: newer, next: older }
