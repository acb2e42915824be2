import { and, desc, eq, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import { atMostOne, whole } from '@/db/rows'
import {
  authorizations,
  branches,
  collaborators,
  consumptions,
  discounts,
  memberAuthorizations,
  memberConsumptions,
  merchants,
} from '@/db/schema'

/** What a member reserved by hand today, newest first (D68). One walk down the index of the member's own. */
export async function listOwnSales(db: OfficeDb, merchantId: number, userId: number, limit: number) {
  const rows = await db
    .select({
      reference: authorizations.reference,
      authorizationCode: authorizations.code,
      // D35: overdue is expired, marked or not.
      status: sql<'Authorized' | 'Consumed' | 'Expired' | 'Released'>`
        case when ${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} <= now() then 'Expired'
          else ${authorizations.status} end`,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      erasedAt: collaborators.erasedAt,
      discountName: discounts.name,
      purchaseAmount: sql<string>`coalesce(${consumptions.purchaseAmount}, ${authorizations.purchaseAmount})::text`,
      discountAmount: sql<string>`coalesce(${consumptions.discountAmount}, ${authorizations.discountAmount})::text`,
      finalAmount: sql<string>`coalesce(${consumptions.finalAmount}, ${authorizations.finalAmount})::text`,
      authorizedAt: authorizations.authorizedAt,
      expiresAt: authorizations.expiresAt,
      consumptionCode: consumptions.code,
    })
    .from(memberAuthorizations)
    .innerJoin(
      authorizations,
      and(
        eq(authorizations.merchantId, memberAuthorizations.merchantId),
        eq(authorizations.id, memberAuthorizations.authorizationId),
      ),
    )
    .innerJoin(discounts, eq(discounts.id, authorizations.discountId))
    .innerJoin(collaborators, eq(collaborators.id, authorizations.collaboratorId))
    .leftJoin(
      consumptions,
      and(eq(consumptions.merchantId, authorizations.merchantId), eq(consumptions.authorizationId, authorizations.id)),
    )
    .where(
      and(
        eq(memberAuthorizations.merchantId, merchantId),
        eq(memberAuthorizations.userId, userId),
        eq(authorizations.localDay, sql`(now() at time zone 'America/Santo_Domingo')::date`),
      ),
    )
    .orderBy(desc(memberAuthorizations.authorizationId))
    .limit(limit)
  return whole(rows)
}

export type OwnSaleRecord = Awaited<ReturnType<typeof listOwnSales>>[number]

/** What the receipt of a sale says that the member charged; undefined for another's. */
export async function findOwnReceipt(db: OfficeDb, merchantId: number, userId: number, code: string) {
  const rows = await db
    .select({
      code: consumptions.code,
      reference: consumptions.reference,
      merchantName: merchants.name,
      branchName: branches.name,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      erasedAt: collaborators.erasedAt,
      discountName: discounts.name,
      purchaseAmount: consumptions.purchaseAmount,
      discountAmount: consumptions.discountAmount,
      finalAmount: consumptions.finalAmount,
      consumptionDate: consumptions.consumptionDate,
    })
    .from(consumptions)
    .innerJoin(
      memberConsumptions,
      and(
        eq(memberConsumptions.merchantId, consumptions.merchantId),
        eq(memberConsumptions.consumptionId, consumptions.id),
      ),
    )
    .innerJoin(merchants, eq(merchants.id, consumptions.merchantId))
    .innerJoin(discounts, eq(discounts.id, consumptions.discountId))
    .innerJoin(collaborators, eq(collaborators.id, consumptions.collaboratorId))
    .leftJoin(branches, eq(branches.id, consumptions.branchId))
    .where(
      and(eq(consumptions.merchantId, merchantId), eq(consumptions.code, code), eq(memberConsumptions.userId, userId)),
    )
  return atMostOne(rows)
}
