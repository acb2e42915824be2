import { sql } from 'drizzle-orm'
import { findOwnReceipt, listOwnSales } from '@/db/queries/offices/own-sales'
import { listTillArticles } from '@/lib/till/list-articles'
import { listTillChoices } from '@/lib/till/list-choices'
import { listOwnSales as listSales } from '@/lib/till/list-own-sales'
import { showReceipt } from '@/lib/till/show-receipt'
import { type Asker, type Cases, of, own } from './matrix'
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

export const cases: Cases = {
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
