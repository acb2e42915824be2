import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import { listSandboxArticles, listSandboxBranches, listSandboxDiscounts } from '@/db/queries/offices/sandbox'
import { whole } from '@/db/rows'
import { attemptView } from '@/lib/attempts/attempt-change'
import { shownStatusOf } from '@/lib/discounts/status'
import { discountsOf, sandboxArticles, sandboxKeyPrefix } from './blueprint'
import { requireTestEnvironment, type SandboxContext, sandboxPermission } from './context'
import { identities } from './identities'

/**
 * What a developer of a till types in a first call: the identities with their benefits, branches, articles and discounts. None
 * of them before the sandbox was prepared. Throws `test_environment_only`, `permission_missing`.
 */
export async function showSandbox(ctx: SandboxContext) {
  requireTestEnvironment(ctx)
  const { merchantId } = ctx.member
  return attemptView(ctx, { permission: sandboxPermission, action: 'page.opened' }, async () => {
    const discounts = whole(await listSandboxDiscounts(ctx.db, merchantId, sandboxKeyPrefix))
    if (discounts.length === 0) return undefined
    const byKey = new Map(discounts.map((discount) => [discount.key, discount]))
    const prices = new Map<string, string>(sandboxArticles.map(({ sku, price }) => [sku, price]))
    const articles = whole(await listSandboxArticles(ctx.db, merchantId, [...prices.keys()]))
    return {
      types: whole(await listIdentificationTypes(ctx.db)),
      identities: identities.map((identity) => ({
        ...identity,
        discounts: discountsOf(identity.code).flatMap((key) => byKey.get(key) ?? []),
      })),
      branches: whole(await listSandboxBranches(ctx.db, merchantId, sandboxKeyPrefix)),
      articles: articles.map((article) => ({ ...article, price: prices.get(article.sku) ?? '' })),
      discounts: discounts.map(({ id, name, status, hasBegun, isOver }) => ({
        id,
        name,
        status: shownStatusOf(status, { hasBegun, isOver }),
      })),
    }
  })
}
