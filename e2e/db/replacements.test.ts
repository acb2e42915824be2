import { describe, expect, it } from 'vitest'
import { abandonReplacement } from '@/lib/credentials/abandon-replacement'
import { comebacksOf } from '@/lib/credentials/comebacks'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { finishReplacement } from '@/lib/credentials/finish-replacement'
import { listBothKinds } from '@/lib/credentials/list-credentials'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { proposeReplacement, showReplacement } from '@/lib/credentials/show-replacement'
import { startReplacement } from '@/lib/credentials/start-replacement'
import { newClient, newKey, startOffice } from './office'

/** One credential takes the place of another while both work (issue 13, 5; ADR-0043, D53). */

const { sql, newShop, newColleague, eventsOf } = startOffice()

const now = () => new Date()
const kinds = ['api_key', 'oauth_client'] as const

/** A credential of that kind with two tills that have called with it. */
async function newFormer(kind: (typeof kinds)[number], name = 'Caja norte') {
  const shop = await newShop()
  const { ctx, merchant } = shop
  const made = kind === 'api_key' ? await newKey(ctx, name, 180) : await newClient(ctx, name)
  const former = { kind, id: made.id } as const
  const table = sql()(kind === 'api_key' ? 'api_keys' : 'oauth_clients')
  const column = sql()(kind === 'api_key' ? 'api_key_id' : 'oauth_client_id')
  const till = (terminal: string, id: number, called: string | null) => sql()`
    insert into terminals (merchant_id, terminal, ${column}, first_seen_at, seen_at, last_call_at)
    values (${merchant.id}, ${terminal}, ${id}, now() - interval '9 days', now(), now() + ${called}::interval)
    on conflict (merchant_id, terminal, from_address, from_adapter)
    do update set ${column} = excluded.${column}, last_call_at = excluded.last_call_at`
  await till('CAJA-1', former.id, '-1 hour')
  await till('CAJA-2', former.id, '-2 hours')
  const start = (over: { canary?: string | null; quietHours?: 1 | 24 } = {}) =>
    startReplacement(ctx, { ...former, canary: null, quietHours: 1, ...over })
  const endedAt = sql()(kind === 'api_key' ? 'revoked_at' : 'deleted_at')
  const row = async (id: number) => {
    const [found] = await sql()`
      select replaces_id as "replacesId", quiet_hours as "quietHours", canary, allowed_addresses as "allowedAddresses", permissions,
        ${endedAt} is not null as "isEnded"
      from ${table} where id = ${id}`
    return found
  }
  const isEnded = async (id: number) => (await row(id))?.isEnded
  const expiryOf = async (id: number) =>
    (await sql()<{ at: Date }[]>`select expires_at as at from api_keys where id = ${id}`)[0]?.at.getTime() ?? 0
  /** So long ago, in hours, that one was used last; and so long ago the replacing began. */
  const used = (id: number, hours: number) =>
    sql()`update ${table} set last_used_at = now() - ${hours}::float8 * interval '1 hour' where id = ${id}`
  const begun = (id: number, hours: number) =>
    sql()`update ${table} set created_at = now() - ${hours}::float8 * interval '1 hour' where id = ${id}`
  return { ...shop, former, till, start, row, isEnded, used, begun, expiryOf }
}

describe.each(kinds)('replacing an %s', (kind) => {
  it('makes another of the same name with a number, and of the same permissions, validity and addresses', async () => {
    const { ctx, former, row, start, merchant, member, expiryOf } = await newFormer(kind)
    await sql()`update ${sql()(kind === 'api_key' ? 'api_keys' : 'oauth_clients')}
      set allowed_addresses = '{203.0.113.0/24}', permissions = '{core.integrations,core.consumptions.read}' where id = ${former.id}`
    const made = await start({ canary: 'CAJA-2', quietHours: 24 })
    expect(made).toMatchObject({ kind, name: 'Caja norte (2)' })
    expect(await row(made.id)).toEqual({
      isEnded: false,
      replacesId: former.id,
      quietHours: 24,
      canary: 'CAJA-2',
      allowedAddresses: ['203.0.113.0/24'],
      permissions: ['core.integrations', 'core.consumptions.read'],
    })
    if (kind === 'api_key') expect(await expiryOf(made.id)).toBeGreaterThanOrEqual(await expiryOf(former.id))
    const mails = await sql()`select from mails where kind = ${`${kind}_created`} and recipient = ${member.email}`
    expect(mails).toHaveLength(2)
    const events = (await eventsOf(merchant.id)).filter(({ action }) => action === `${kind}.replacement_started`)
    expect(events.map(({ subject }) => subject)).toEqual([`${kind} ${made.id}`, `${kind} ${former.id}`])
    expect(JSON.stringify(events)).not.toContain('secret')
    expect(await showReplacement(ctx, former, now())).toMatchObject({ canary: { name: 'CAJA-2', state: 'unheard' } })
  })

  it('says of each till which of the two it uses, and when the first one has come', async () => {
    const { ctx, former, start, till } = await newFormer(kind)
    const made = await start({ canary: 'CAJA-2' })
    const successor = { kind, id: made.id }
    expect(await showReplacement(ctx, successor, now())).toMatchObject({
      counts: { refused: 0, former: 0, unheard: 2, switched: 0 },
      isEndable: false,
    })
    await till('CAJA-1', former.id, '1 second')
    await till('CAJA-2', made.id, '2 seconds')
    const shown = await showReplacement(ctx, successor, now())
    expect(shown?.tills.map(({ name, state }) => [name, state])).toEqual([
      ['CAJA-1', 'former'],
      ['CAJA-2', 'switched'],
    ])
    expect(shown?.canary).toEqual({ name: 'CAJA-2', state: 'switched' })
    expect(await showReplacement(ctx, former, now())).toEqual(shown)
  })

  it('ends the former one when nobody has used it for the chosen time, and not before', async () => {
    const { ctx, former, merchant, start, used, begun, isEnded } = await newFormer(kind)
    const { id } = await start({ quietHours: 1 })
    const finish = () => finishReplacement(ctx, { kind, id })
    await expect(finish()).rejects.toMatchObject({ code: 'still_used' })
    await begun(id, 5)
    await used(former.id, 0.9)
    await expect(finish()).rejects.toMatchObject({ code: 'still_used', values: { name: 'Caja norte' } })
    expect(await showReplacement(ctx, former, now())).toMatchObject({ isEndable: false })
    expect(await isEnded(former.id)).toBe(false)
    await used(former.id, 1.1)
    expect(await showReplacement(ctx, former, now())).toMatchObject({ isEndable: true })
    expect(await finish()).toEqual({ former: 'Caja norte', successor: 'Caja norte (2)' })
    expect([await isEnded(former.id), await isEnded(id)]).toEqual([true, false])
    expect(await showReplacement(ctx, { kind, id }, now())).toBeUndefined()
    await expect(finish()).rejects.toMatchObject({ code: 'replacement_over' })
    const done = (await eventsOf(merchant.id)).filter(({ action }) => action === `${kind}.replacement_finished`)
    expect(done.filter(({ outcome }) => outcome === 'done').map(({ subject }) => subject)).toEqual([
      `${kind} ${id}`,
      `${kind} ${former.id}`,
    ])
    const comebacks = comebacksOf(await listBothKinds(ctx.db, merchant.id), now())
    expect(comebacks).toMatchObject([{ id: former.id, replacement: { id } }])
  })

  it('leaves nothing behind when it is given up before the new one was used', async () => {
    const { ctx, former, merchant, start, isEnded } = await newFormer(kind)
    const { id } = await start()
    expect(await abandonReplacement(ctx, { kind, id, used: null })).toEqual({ name: 'Caja norte (2)', isKept: false })
    expect([await isEnded(former.id), await isEnded(id)]).toEqual([false, true])
    expect(await showReplacement(ctx, former, now())).toBeUndefined()
    expect(comebacksOf(await listBothKinds(ctx.db, merchant.id), now())).toEqual([])
    expect(await start()).toMatchObject({ name: 'Caja norte (2)' })
  })

  it('asks what becomes of a new one that was used', async () => {
    const { ctx, former, start, used, isEnded, row } = await newFormer(kind)
    const first = await start()
    await used(first.id, 0.1)
    const give = (id: number, choice: 'end' | 'keep' | null) => abandonReplacement(ctx, { kind, id, used: choice })
    await expect(give(first.id, null)).rejects.toMatchObject({ code: 'replacement_used', field: 'used' })
    expect(await give(first.id, 'keep')).toMatchObject({ isKept: true })
    expect(await row(first.id)).toMatchObject({ replacesId: null, quietHours: null, canary: null })
    expect([await isEnded(former.id), await isEnded(first.id)]).toEqual([false, false])
    await expect(give(first.id, 'end')).rejects.toMatchObject({ code: 'replacement_over' })
    const second = await start()
    expect(second.name).toBe('Caja norte (3)')
    await used(second.id, 0.1)
    expect(await give(second.id, 'end')).toMatchObject({ isKept: false })
    expect([await isEnded(former.id), await isEnded(second.id)]).toEqual([false, true])
  })

  it('is begun once: the next one is told who began, and neither of the two is replaced meanwhile', async () => {
    const { former, merchant, member, start } = await newFormer(kind)
    const made = await start()
    const { ctx: theirs } = await newColleague(merchant.id)
    const asked = { canary: null, quietHours: 24 }
    for (const id of [former.id, made.id])
      await expect(startReplacement(theirs, { kind, id, ...asked })).rejects.toMatchObject({
        code: 'already_replacing',
        values: { name: 'Caja norte', successor: 'Caja norte (2)', by: member.name },
      })
    expect(await proposeReplacement(theirs, former, now())).toMatchObject({
      state: 'replacing',
      successor: { id: made.id },
    })
  })

  it('needs a free place: says so at nine of ten, refuses at ten, and the two count as two', async () => {
    const { ctx, former, start } = await newFormer(kind)
    const more = (n: number) => (kind === 'api_key' ? newKey(ctx, `Otra ${n}`) : newClient(ctx, `Otro ${n}`))
    for (let n = 2; n <= 8; n++) await more(n)
    const propose = () => proposeReplacement(ctx, former, now())
    expect(await propose()).toMatchObject({ state: 'open', isLast: false })
    await more(9)
    expect(await propose()).toMatchObject({ state: 'open', isLast: true, max: 10, name: 'Caja norte (2)' })
    const { id } = await start()
    await expect(more(11)).rejects.toMatchObject({ code: 'credentials_full' })
    await abandonReplacement(ctx, { kind, id, used: null })
    await more(10)
    expect(await propose()).toEqual({ state: 'full', max: 10 })
    await expect(start()).rejects.toMatchObject({ code: 'credentials_full' })
  })

  it('begins with a known terminal or none, of what stands, and is over when one of the two ends', async () => {
    const { ctx, former, start } = await newFormer(kind)
    await expect(start({ canary: 'CAJA-9' })).rejects.toMatchObject({ code: 'canary_unknown', field: 'canary' })
    const { id, name } = await start()
    const end = kind === 'api_key' ? revokeApiKey : deleteOAuthClient
    await end(ctx, { id, confirmation: name })
    await expect(finishReplacement(ctx, { kind, id })).rejects.toMatchObject({ code: 'replacement_over' })
    const again = await start()
    await end(ctx, { id: former.id, confirmation: 'Caja norte' })
    expect(await showReplacement(ctx, { kind, id: again.id }, now())).toBeUndefined()
    await expect(start()).rejects.toMatchObject({
      code: kind === 'api_key' ? 'already_revoked' : 'already_deleted',
    })
    await expect(abandonReplacement(ctx, { kind, id: again.id, used: null })).rejects.toMatchObject({
      code: 'replacement_over',
    })
  })

  it('is of those alone who may manage credentials', async () => {
    const { former, merchant, start } = await newFormer(kind)
    const { id } = await start()
    const { ctx: theirs } = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    const denied = { code: 'permission_missing' }
    const asked = { kind, id }
    await expect(showReplacement(theirs, former, now())).rejects.toMatchObject(denied)
    await expect(proposeReplacement(theirs, former, now())).rejects.toMatchObject(denied)
    await expect(startReplacement(theirs, { ...asked, canary: null, quietHours: 1 })).rejects.toMatchObject(denied)
    await expect(finishReplacement(theirs, asked)).rejects.toMatchObject(denied)
    await expect(abandonReplacement(theirs, { ...asked, used: 'end' })).rejects.toMatchObject(denied)
  })
})

describe('an expired key', () => {
  it('is not replaced: no till works with it', async () => {
    const { former, start } = await newFormer('api_key')
    await sql()`update api_keys set created_at = now() - interval '9 days', expires_at = now() - interval '1 minute' where id = ${former.id}`
    await expect(start()).rejects.toMatchObject({ code: 'key_expired' })
  })
})

describe('the mark', () => {
  it('holds within one merchant, whole, once for each credential, and never of itself', async () => {
    const { former, start, merchant } = await newFormer('api_key')
    const { id } = await start()
    const { former: foreign } = await newFormer('api_key')
    const set = (change: ReturnType<ReturnType<typeof sql>>) => sql()`update api_keys set ${change} where id = ${id}`
    await expect(set(sql()`replaces_id = ${foreign.id}`)).rejects.toThrow('api_keys_replaces')
    await expect(set(sql()`quiet_hours = null`)).rejects.toThrow('api_keys_replacement')
    await expect(set(sql()`quiet_hours = 2`)).rejects.toThrow('api_keys_replacement')
    await expect(set(sql()`replaces_id = ${id}`)).rejects.toThrow('api_keys_replacement')
    await expect(set(sql()`canary = 'a b'`)).rejects.toThrow('api_keys_replacement')
    await expect(
      sql()`update api_keys set replaces_id = ${former.id}, quiet_hours = 1
        where merchant_id = ${merchant.id} and id = ${(await newKeyOf(merchant.id)).id}`,
    ).rejects.toThrow('api_keys_one_replacement')
  })
})

const newKeyOf = async (merchantId: number) => newKey((await newColleague(merchantId)).ctx, 'Otra')
