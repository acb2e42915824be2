import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb } from '@/db/office'
import { atMostOne } from '@/db/rows'
import {
  affiliations,
  apiKeys,
  articles,
  authorizations,
  consumptions,
  memberAuthorizations,
  oauthClients,
  users,
} from '@/db/schema'
import { saleNames, withNames } from './sales'

/** A consumption of that merchant with the authorization that it confirms, and who made both. */
export async function findConsumptionLife(db: OfficeDb, merchantId: number, code: string) {
  const authorizingKeys = alias(apiKeys, 'authorizing_keys')
  const authorizingClients = alias(oauthClients, 'authorizing_clients')
  const authorizingUsers = alias(users, 'authorizing_users')
  const asked = db
    .select({
      id: consumptions.id,
      code: consumptions.code,
      reference: consumptions.reference,
      status: consumptions.status,
      ...saleNames,
      discountId: consumptions.discountId,
      companyId: consumptions.companyId,
      isAffiliated: sql<boolean>`exists (select from ${affiliations} f
        where f.merchant_id = ${merchantId} and f.company_id = ${consumptions.companyId})`,
      apiKeyId: consumptions.apiKeyId,
      oauthClientId: consumptions.oauthClientId,
      purchaseAmount: consumptions.purchaseAmount,
      discountAmount: consumptions.discountAmount,
      finalAmount: consumptions.finalAmount,
      consumptionDate: consumptions.consumptionDate,
      registeredAt: consumptions.registeredAt,
      lateHours: consumptions.lateHours,
      authorization: {
        code: authorizations.code,
        apiKeyId: authorizations.apiKeyId,
        oauthClientId: authorizations.oauthClientId,
        apiKeyName: authorizingKeys.name,
        oauthClientName: authorizingClients.name,
        memberName: authorizingUsers.name,
        authorizedAt: authorizations.authorizedAt,
        expiresAt: authorizations.expiresAt,
        purchaseAmount: authorizations.purchaseAmount,
        discountAmount: authorizations.discountAmount,
        finalAmount: authorizations.finalAmount,
        discountType: authorizations.discountType,
        discountValue: authorizations.discountValue,
        maximumDiscount: authorizations.maximumDiscount,
        scope: authorizations.scope,
        matchedSubtotal: authorizations.matchedSubtotal,
        items: authorizations.items,
      },
    })
    .from(consumptions)
    .innerJoin(
      authorizations,
      and(eq(authorizations.merchantId, merchantId), eq(authorizations.id, consumptions.authorizationId)),
    )
    .$dynamic()
  const rows = await withNames(asked, 'consumption', consumptions)
    .leftJoin(authorizingKeys, eq(authorizingKeys.id, authorizations.apiKeyId))
    .leftJoin(authorizingClients, eq(authorizingClients.id, authorizations.oauthClientId))
    .leftJoin(
      memberAuthorizations,
      and(eq(memberAuthorizations.merchantId, merchantId), eq(memberAuthorizations.authorizationId, authorizations.id)),
    )
    .leftJoin(authorizingUsers, eq(authorizingUsers.id, memberAuthorizations.userId))
    .where(and(eq(consumptions.merchantId, merchantId), eq(consumptions.code, code)))
  return atMostOne(rows)
}

export type ConsumptionLifeRecord = NonNullable<Awaited<ReturnType<typeof findConsumptionLife>>>

/** What articles of that merchant are called. */
export const listArticleNames = (db: OfficeDb, merchantId: number, skus: readonly string[]) =>
  db
    .select({ sku: articles.sku, name: articles.name })
    .from(articles)
    .where(and(eq(articles.merchantId, merchantId), inArray(articles.sku, [...skus])))
