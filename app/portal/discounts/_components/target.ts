import type { DiscountAction, DiscountStatus } from '@/lib/discounts/status'
import type { DiscountView } from '@/lib/discounts/views'

/** What the actions of a discount must know of it. */
export type Target = {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly status: DiscountStatus
  readonly actions: readonly DiscountAction[]
  readonly companies: number
  /** Unknown in lists. */
  readonly activeAuthorizations: number | undefined
}

export const targetOf = (
  { id, version, name, status, actions, companies }: DiscountView,
  activeAuthorizations?: number,
): Target => ({ id, version, name, status, actions, companies, activeAuthorizations })
