import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import { apiKeys, oauthClients, sandboxFaults } from '@/db/schema'

/** Faults armed for credentials of a merchant (sandbox.md, Identities 4). */

type Credential = { readonly kind: 'api_key' | 'oauth_client'; readonly id: number }

export type NewFault = {
  readonly kind: string
  /** Null for every operation. */
  readonly operation: string | null
  readonly seconds: number | null
  readonly times: number
  readonly until: Date
}

const idsOf = ({ kind, id }: Credential) =>
  kind === 'api_key' ? { apiKeyId: id, oauthClientId: null } : { apiKeyId: null, oauthClientId: id }

const of = (merchantId: number, { kind, id }: Credential) =>
  and(
    eq(sandboxFaults.merchantId, merchantId),
    eq(kind === 'api_key' ? sandboxFaults.apiKeyId : sandboxFaults.oauthClientId, id),
  )

/** Lets the calls of a credential be looked into until then, or longer where that was said before. */
export async function watchInSandbox(
  tx: OfficeTx,
  merchantId: number,
  { kind, id }: Credential,
  until: Date,
): Promise<void> {
  const table = kind === 'api_key' ? apiKeys : oauthClients
  const rows = await tx
    .update(table)
    .set({ sandboxUntil: sql`greatest(${table.sandboxUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(table.merchantId, merchantId), eq(table.id, id)))
    .returning({ id: table.id })
  theOnly(rows)
}

/** Arms a fault for a credential of the merchant, whose calls ask for it from the next one on. What is over is cleared away. */
export async function armFault(
  tx: OfficeTx,
  merchantId: number,
  credential: Credential,
  { kind, operation, seconds, times, until }: NewFault,
): Promise<{ id: number }> {
  await watchInSandbox(tx, merchantId, credential, until)
  await tx
    .delete(sandboxFaults)
    .where(
      and(
        eq(sandboxFaults.merchantId, merchantId),
        or(lte(sandboxFaults.until, sql`now()`), eq(sandboxFaults.timesLeft, 0)),
      ),
    )
  const fault = { merchantId, ...idsOf(credential), kind, operation, seconds, timesLeft: times, until }
  const made = theOnly(await tx.insert(sandboxFaults).values(fault).returning({ id: sandboxFaults.id }))
  return made
}

/** Takes away all that is armed for a credential; how many that were. */
export async function disarmFaults(tx: OfficeTx, merchantId: number, credential: Credential): Promise<number> {
  const rows = await tx.delete(sandboxFaults).where(of(merchantId, credential)).returning({ id: sandboxFaults.id })
  return whole(rows).length
}

/** What is armed at the merchant, the oldest first. */
export const listArmedFaults = (db: OfficeDb | OfficeTx, merchantId: number) =>
  db
    .select()
    .from(sandboxFaults)
    .where(
      and(
        eq(sandboxFaults.merchantId, merchantId),
        gt(sandboxFaults.until, sql`now()`),
        gt(sandboxFaults.timesLeft, 0),
      ),
    )
    .orderBy(asc(sandboxFaults.id))
