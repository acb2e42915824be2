/** The states of a discount, and the actions allowed in each. UI, verbs and tests share these tables. */

/** Every possible change of state; `ended` is final. */
export const discountTransitions = {
  draft: { publish: 'published', end: 'ended' },
  published: { pause: 'paused', end: 'ended' },
  paused: { publish: 'published', end: 'ended' },
  ended: {},
} as const

export type DiscountStatus = keyof typeof discountTransitions
export type DiscountMove = 'publish' | 'pause' | 'end'

/** The state that a move leads to; undefined when the move is impossible. */
export const statusAfter = (status: DiscountStatus, move: DiscountMove): DiscountStatus | undefined =>
  (discountTransitions[status] as Partial<Record<DiscountMove, DiscountStatus>>)[move]

export const discountStatuses = Object.keys(discountTransitions) as DiscountStatus[]

/**
 * What may be edited in each state (ADR-0013): `all`; `terms`, all but type and scope, since companies granted the discount for
 * these and its consumptions are summed under it; or nothing.
 */
export const editableIn = {
  draft: 'all',
  published: 'terms',
  paused: 'terms',
  ended: undefined,
} as const satisfies Record<DiscountStatus, 'all' | 'terms' | undefined>

/**
 * What a list shows: the state; for a published or paused discount also whether it is scheduled or expired by its dates (D22).
 */
export const shownStatuses = ['published', 'scheduled', 'paused', 'draft', 'expired', 'ended'] as const
export type ShownStatus = (typeof shownStatuses)[number]

export type Validity = { readonly hasBegun: boolean; readonly isOver: boolean }

/** The state to show. The caller reads `validity` on the database's clock, which is the one that decides. */
export function shownStatusOf(status: DiscountStatus, { hasBegun, isOver }: Validity): ShownStatus {
  if (status === 'draft' || status === 'ended') return status
  if (isOver) return 'expired'
  return status === 'published' && !hasBegun ? 'scheduled' : status
}

export type DiscountAction = 'edit' | DiscountMove | 'duplicate'

/** The actions allowed in a state, in the order in which they are shown. */
export function actionsIn(status: DiscountStatus): DiscountAction[] {
  const moves = (['publish', 'pause', 'end'] as const).filter((move) => statusAfter(status, move) !== undefined)
  const edit = editableIn[status] === undefined ? [] : (['edit'] as const)
  return [...edit, ...moves.filter((move) => move !== 'end'), 'duplicate', ...moves.filter((move) => move === 'end')]
}
