import { sql } from 'drizzle-orm'
import { findOwnReceipt, listOwnSales } from '@/db/queries/offices/own-sales'
import { listTillArticles } from '@/lib/till/list-articles'
import { listTillChoices } from '@/lib/till/list-choices'
import { listOwnSales as listSales } from '@/lib/till/list-own-sales'
import { showReceipt } from '@/lib/till/show-receipt'
import { type Asker, type Cases, exempt, of, own } from './matrix'
import type { Tenant } from './tenant'

/** Lets the tenant's member have made its sale by hand; it is undone with the rest. */
async function mark({ tx }: Pick<Asker, 'tx'>, of: Tenant): Promise<void> {
  await tx.execute(sql`
    insert into member_authorizations (merchant_id, authorization_id, user_id)
    select merchant_id, id, ${of.userId} from authorizations where merchant_id = ${of.merchantId}`)
  await tx.execute(sql`
    insert into member_consumptions (merchant_id, consumption_id, user_id)
    select merchant_id, id, ${of.userId} from consumptions where merchant_id = ${of.merchantId}`)
}

const throughTheTills = exempt(
  'it asks through the pool of the tills: e2e/db/member-till.test.ts asks it for what is a stranger’s',
)

export const cases: Cases = {
  'lib/redemption/redeem-as-member#applyAsMember': throughTheTills,
  'lib/redemption/redeem-as-member#chargeAsMember': throughTheTills,
  'lib/redemption/redeem-as-member#releaseAsMember': throughTheTills,
  'lib/redemption/find-standing#findStanding': throughTheTills,
  'lib/redemption/search-as-member#applyWithinMisses': throughTheTills,
  'lib/redemption/search-as-member#checkAsMember': throughTheTills,
  'lib/redemption/search-as-member#countMemberCall': exempt('it counts the calls of one member'),
  'db/queries/offices/own-sales#listOwnSales': own(async ({ tx, mine }) => {
    await mark({ tx }, mine)
    return listOwnSales(tx, mine.merchantId, mine.userId, 10)
  }),
  'db/queries/offices/own-sales#findOwnReceipt': of(async ({ tx, mine }, of) => {
    if (of === mine) await mark({ tx }, mine)
    return findOwnReceipt(tx, mine.merchantId, mine.userId, of.consumptionCode)
  }),
  'lib/till/list-own-sales#listOwnSales': own(async ({ tx, ctx, mine }) => {
    await mark({ tx }, mine)
    return listSales(ctx)
  }),
  'lib/till/show-receipt#showReceipt': of(async ({ tx, ctx, mine }, of) => {
    if (of === mine) await mark({ tx }, mine)
    return showReceipt(ctx, of.consumptionCode)
  }),
  'lib/till/list-choices#listTillChoices': own(({ ctx }) => listTillChoices(ctx)),
  'lib/till/list-articles#listTillArticles': of(({ ctx }, of) =>
    listTillArticles(ctx, { articleCategoryId: null, articleId: of.articleId, search: '' }),
  ),
}
