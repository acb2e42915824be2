import type { FilterField } from './filter-bar'

type Branch = { readonly id: number; readonly name: string; readonly active: boolean }

/** The choice of a branch, those out of use marked as such; `none` is for the sales that named no branch. */
export const branchField = (
  branches: readonly Branch[],
  chosen: number | 'none' | undefined,
  words: {
    readonly label: string
    readonly all: string
    readonly inactive: (name: string) => string
    readonly none?: string
  },
): FilterField => ({
  kind: 'select',
  name: 'branch',
  label: words.label,
  all: words.all,
  value: chosen?.toString(),
  options: [
    ...branches.map(({ id, name, active }) => ({ value: String(id), label: active ? name : words.inactive(name) })),
    ...(words.none === undefined ? [] : [{ value: 'none', label: words.none }]),
  ],
})
