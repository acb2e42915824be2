import type { Database } from '@/db/database'
import { theOnly } from '@/db/rows'
import type { CredentialIds } from './authorizations'

export type ArmedFault = { readonly kind: string; readonly seconds: number | null }

/**
 * Takes one fault that is armed for a credential's operation, the one armed first; undefined when there is none. All that could be taken are
 * locked in one order, so that of calls at once just as many take one as are armed. An outage has no number: it lasts until it is over.
 * A token's request takes what is armed for it by name, and of what is armed for every operation an outage alone.
 */
export async function takeArmedFault(
  db: Database,
  merchantId: number,
  { apiKeyId, oauthClientId }: CredentialIds,
  operation: string,
): Promise<ArmedFault | undefined> {
  const rows = await db.run(
    (sql) => sql<(ArmedFault | { kind: null })[]>`
      with held as (
        select id from sandbox_faults
        where merchant_id = ${merchantId} and api_key_id is not distinct from ${apiKeyId}::int
          and oauth_client_id is not distinct from ${oauthClientId}::int
          and (operation = ${operation} or operation is null and (kind = 'unreachable' or ${operation} <> 'issueToken')) and times_left > 0 and until > now()
        order by id for update
      ), taken as (
        update sandbox_faults f set times_left = f.times_left - case when f.kind = 'unreachable' then 0 else 1 end
        where f.id = (select min(id) from held)
        returning f.kind, f.seconds
      )
      select t.kind, t.seconds from (select) as asked left join taken t on true`,
  )
  const row = theOnly(rows)
  return row.kind === null ? undefined : row
}
