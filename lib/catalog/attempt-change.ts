import type { OfficeTx } from '@/db/office'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { demandPermission } from '@/lib/accounts/demand-permission'
import { auditDenial } from '@/lib/audit/audit-denial'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext, OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

const required = 'merchant.catalog.manage'

/** What a verb on uploaded files works with. */
export type CatalogContext = OfficeContext & Pick<AccountContext, 'importKey'>

type Asked = {
  readonly action: `${'article' | 'articles' | 'category' | 'branch'}.${string}`
  /** Absent while there is none yet: then it is the merchant to which one is to be added. */
  readonly id?: number
}

export type Change = {
  readonly tx: OfficeTx
  readonly merchantId: number
  /** Tells the audit trail what was done, with this change or not at all. */
  readonly record: (id: number | undefined, details: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Throws `permission_missing` without `merchant.catalog.manage`. */
export function demandCatalog({ member }: Pick<OfficeContext, 'member'>): void {
  if (!member.permissions.includes(required)) throw new OfficeFault('permission_missing')
}

/**
 * Does what a member asks of the merchant's catalogue or branches: all that `change` writes becomes true together, or nothing of
 * it, and what others ask meanwhile waits. What the member may is read anew in its transaction (P-08). Throws `permission_missing`
 * without `merchant.catalog.manage`; that and what is not this merchant's (`not_found`) leaves an audit event of what was denied.
 */
export async function attemptChange<T>(
  ctx: OfficeContext,
  asked: Asked,
  change: (change: Change) => Promise<T>,
): Promise<T> {
  const { merchantId, userId } = ctx.member
  const eventOf = (id: number | undefined) => {
    const subjectType = id === undefined ? 'merchant' : (asked.action.split('.')[0] ?? '')
    return { action: asked.action, subjectType, subjectId: id ?? merchantId, merchantId, userId }
  }
  return auditDenial(ctx, eventOf(asked.id), () =>
    ctx.db.transaction(async (tx) => {
      await demandPermission(tx, ctx.member, required)
      await lockMerchant(tx, merchantId)
      return change({
        tx,
        merchantId,
        record: (id, details) => recordEvent(tx, ctx.origin, { ...eventOf(id), details }),
      })
    }),
  )
}
