import { and, asc, count, desc, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { isThere, theOnly } from '@/db/rows'
import { accessTokens, branches, credentialRefusals, oauthClients, terminals } from '@/db/schema'

/** What the office reads of how tills come to a new secret, or from one credential to another. */

type Db = OfficeDb | OfficeTx

/** The terminals of a merchant that were seen with one of those credentials last, those that are not archived, by branch and name. */
export const listTerminalsOf = (
  db: Db,
  merchantId: number,
  { kind, ids }: { readonly kind: 'api_key' | 'oauth_client'; readonly ids: readonly number[] },
) =>
  db
    .select({
      id: terminals.id,
      terminal: terminals.terminal,
      name: terminals.name,
      fromAddress: terminals.fromAddress,
      branchName: branches.name,
      secretAt: terminals.secretAt,
      lastCallAt: terminals.lastCallAt,
      lastTokenAt: terminals.lastTokenAt,
      credentialId: kind === 'api_key' ? terminals.apiKeyId : terminals.oauthClientId,
      address: terminals.address,
      refusedAt: terminals.refusedAt,
      refusedReason: terminals.refusedReason,
      refusedAddress: terminals.refusedAddress,
    })
    .from(terminals)
    .leftJoin(branches, and(eq(branches.merchantId, terminals.merchantId), eq(branches.id, terminals.branchId)))
    .where(
      and(
        eq(terminals.merchantId, merchantId),
        inArray(kind === 'api_key' ? terminals.apiKeyId : terminals.oauthClientId, [...ids]),
        isNull(terminals.archivedAt),
      ),
    )
    .orderBy(asc(branches.name), asc(sql`lower(coalesce(${terminals.name}, ${terminals.terminal}))`), asc(terminals.id))

/** Until when tokens live that a client got for a secret before that moment, and how many; null and 0 when none does. */
export async function findFormerTokens(db: Db, merchantId: number, oauthClientId: number, before: Date) {
  const rows = await db
    .select({ tokens: count(), until: max(accessTokens.expiresAt) })
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.merchantId, merchantId),
        eq(accessTokens.oauthClientId, oauthClientId),
        isNull(accessTokens.revokedAt),
        gt(accessTokens.expiresAt, sql`now()`),
        sql`${accessTokens.issuedAt} < ${before.toISOString()}::timestamptz`,
      ),
    )
  return theOnly(rows)
}

/** From where a client's former secret was presented since then, and how often; the last first. */
export const listFormerSecretUses = (db: Db, merchantId: number, oauthClientId: number, since: Date) => {
  const lastAt = sql`max(${credentialRefusals.occurredAt})`.mapWith(credentialRefusals.occurredAt)
  return db
    .select({
      address: credentialRefusals.address,
      times: sql`sum(${credentialRefusals.times})`.mapWith(Number),
      lastAt,
    })
    .from(credentialRefusals)
    .where(
      and(
        eq(credentialRefusals.merchantId, merchantId),
        eq(credentialRefusals.oauthClientId, oauthClientId),
        eq(credentialRefusals.reason, 'previous_secret'),
        sql`${credentialRefusals.occurredAt} >= ${since.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(credentialRefusals.address)
    .orderBy(desc(lastAt))
    .limit(20)
}

/** Notes that a client's change of secret need not be watched any more, of the rotation of that moment alone. */
export async function dismissSwitchOver(
  tx: OfficeTx,
  merchantId: number,
  oauthClientId: number,
  rotatedAt: Date,
): Promise<boolean> {
  const dismissed = await tx
    .update(oauthClients)
    .set({ switchOverDismissedAt: sql`now()` })
    .where(
      and(
        eq(oauthClients.merchantId, merchantId),
        eq(oauthClients.id, oauthClientId),
        // A browser knows moments to the millisecond.
        sql`date_trunc('milliseconds', ${oauthClients.rotatedAt}) = ${rotatedAt.toISOString()}::timestamptz`,
      ),
    )
    .returning({ id: oauthClients.id })
  return isThere(dismissed)
}
