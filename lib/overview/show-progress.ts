import { findProgress } from '@/db/queries/offices/overview'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import { affiliationPermissions } from '@/lib/affiliations/party'
import { catalogPermission } from '@/lib/catalog/permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { discountsPermission } from '@/lib/discounts/permission'
import { consumptionsPermission } from '@/lib/sales/permissions'

/** What it takes to sell with a benefit, in the order in which it is done (contract, Preconditions), and who can do it. */
const steps = [
  { key: 'two_step', permission: undefined },
  { key: 'articles', permission: catalogPermission },
  { key: 'published', permission: discountsPermission },
  { key: 'affiliated', permission: affiliationPermissions.merchant },
  { key: 'granted', permission: affiliationPermissions.merchant },
  { key: 'credential', permission: integrationsPermission },
  { key: 'validated', permission: integrationsPermission },
  { key: 'consumed', permission: consumptionsPermission },
] as const satisfies readonly { key: string; permission: MerchantPermission | undefined }[]

/** One of these steps; `permission` is what a member needs for it. */
export type ProgressStep = {
  readonly key: (typeof steps)[number]['key']
  readonly done: boolean
  readonly permission: MerchantPermission | undefined
  readonly mayDo: boolean
}

/** Steps that a merchant can do without: the whole store needs no articles. */
const optional: readonly string[] = ['articles']

/** How far a merchant is, from what is really there; undefined once all that is needed is done. */
export async function showProgress({
  db,
  member,
}: Pick<OfficeContext, 'db' | 'member'>): Promise<readonly ProgressStep[] | undefined> {
  const found: Readonly<Record<string, boolean>> = {
    ...(await findProgress(db, member.merchantId)),
    // Nobody reaches this page without two-step verification.
    two_step: true,
  }
  const progress = steps.map(({ key, permission }) => ({
    key,
    done: found[key] === true,
    permission,
    mayDo: permission === undefined || member.permissions.includes(permission),
  }))
  return progress.every(({ key, done }) => done || optional.includes(key)) ? undefined : progress
}
