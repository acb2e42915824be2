import { listDiscountsEndingSoon, listKeysEndingSoon } from '@/db/queries/offices/overview'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { discountsPermission } from '@/lib/discounts/permission'

/** A discount or a key that ends within 30 days. */
export type Expiring = {
  readonly kind: 'discount' | 'api_key'
  readonly id: number
  readonly name: string
  /** Its last moment. A discount's last day is one of its days (D22), so on that day a reader sees how many hours are left. */
  readonly at: Date
}

const days = 30
const each = 5

/** The ones that the reader may change, nearest first; at most five of each kind. Empty for a reader who may change neither. */
export async function listExpiring({ db, member }: Pick<OfficeContext, 'db' | 'member'>): Promise<Expiring[]> {
  const { merchantId, permissions } = member
  const [discounts, keys] = await Promise.all([
    permissions.includes(discountsPermission) ? listDiscountsEndingSoon(db, merchantId, days, each) : [],
    permissions.includes(integrationsPermission) ? listKeysEndingSoon(db, merchantId, days, each) : [],
  ])
  return [
    ...discounts.map(({ at, ...one }) => ({ kind: 'discount', ...one, at: new Date(at.getTime() - 1) }) as const),
    ...keys.map((one) => ({ kind: 'api_key', ...one }) as const),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
}
