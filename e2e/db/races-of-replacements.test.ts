import { describe, expect, it } from 'vitest'
import { abandonReplacement } from '@/lib/credentials/abandon-replacement'
import { finishReplacement } from '@/lib/credentials/finish-replacement'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { startReplacement } from '@/lib/credentials/start-replacement'
import { newClient, newKey } from './office'
import { officeCallers, startOfficeRaces } from './office-races'

/** Of people who replace one credential at once one does, and the others are told (issue 13, 5; ADR-0043). */

const races = startOfficeRaces()

const kinds = ['api_key', 'oauth_client'] as const

async function newFormer(kind: (typeof kinds)[number]) {
  const { merchantId, contexts } = await races().newTeam()
  const [ctx] = contexts
  if (!ctx) throw new Error('nobody')
  const { id } = await (kind === 'api_key' ? newKey(ctx) : newClient(ctx))
  const table = races().sql(kind === 'api_key' ? 'api_keys' : 'oauth_clients')
  const ended = races().sql(kind === 'api_key' ? 'revoked_at' : 'deleted_at')
  const start = (by: IntegrationsContext) => startReplacement(by, { kind, id, canary: null, quietHours: 1 })
  const standing = () => races().sql<{ id: number }[]>`
    select id from ${table} where merchant_id = ${merchantId} and ${ended} is null order by id`
  return { contexts, ctx, id, table, start, standing }
}

describe.each(kinds)('an %s', (kind) => {
  it('that fifty people replace at once is replaced by one of them', async () => {
    const { contexts, id, start, standing } = await newFormer(kind)
    const { tally, done } = await races().race(contexts.map((one) => () => start(one)))
    expect(tally).toEqual({ done: 1, already_replacing: officeCallers - 1 })
    expect(await standing()).toEqual([{ id }, { id: done[0]?.id }])
  })

  it('is either ended or kept while its replacing is finished and given up at once: one of the two stays', async () => {
    const { contexts, ctx, table, start, standing } = await newFormer(kind)
    const { id } = await start(ctx)
    await races().sql`update ${table} set created_at = now() - interval '2 hours' where id = ${id}`
    const { tally } = await races().race<unknown>(
      contexts.map(
        (one, n) => () =>
          n % 2 === 0 ? finishReplacement(one, { kind, id }) : abandonReplacement(one, { kind, id, used: null }),
      ),
    )
    expect(tally).toEqual({ done: 1, replacement_over: officeCallers - 1 })
    expect(await standing()).toHaveLength(1)
  })
})
