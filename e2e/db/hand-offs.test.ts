import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listHandOffs, sweepHandOffs } from '@/db/queries/offices/hand-offs'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { endAllCredentials } from '@/lib/credentials/end-all-credentials'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import type { NewHandOff } from '@/lib/hand-offs/drafts'
import { openSecret, readFragment, sealSecret } from '@/lib/hand-offs/link'
import { makeHandOff } from '@/lib/hand-offs/make-hand-off'
import { openHandOff, showHandOff } from '@/lib/hand-offs/open-hand-off'
import { watchCalls } from '@/lib/hand-offs/watch-calls'
import { withdrawHandOff } from '@/lib/hand-offs/withdraw-hand-off'
import { factories } from '../fixtures/factories'
import { newClient, newKey, startOffice } from './office'

/** D72: a secret is handed over by a link that works once, and nothing of it is kept that could be read here. */

const office = startOffice()
const { sql, newShop, newColleague, eventsOf } = office

type Credential = Pick<NewHandOff, 'kind' | 'id'>

/** What the browser does that has the secret, and what its link opens with. */
async function handOver(
  ctx: IntegrationsContext,
  credential: Credential,
  secret: string,
  draft: Partial<NewHandOff> = {},
) {
  const { fragment, handleHash, ciphertext } = await sealSecret(secret)
  const sealed = { handleHash: Buffer.from(handleHash, 'base64url'), ciphertext: Buffer.from(ciphertext, 'base64url') }
  const made = await makeHandOff(ctx, {
    ...credential,
    ...sealed,
    since: null,
    branchId: null,
    terminal: null,
    hours: 24,
    ...draft,
  })
  const { handle = '' } = (await readFragment(`#${fragment}`)) ?? {}
  return { ...made, fragment, handle }
}

/** What is told of a credential that was not used since. */
const nothing = { tokenAt: undefined, callAt: undefined, callOfTillAt: undefined }

const ofKey = (id: number): Credential => ({ kind: 'api_key', id })
const ofClient = (id: number): Credential => ({ kind: 'oauth_client', id })

/** Who has the link and no session. */
const stranger = ({ db, officeUrl, now }: IntegrationsContext) => ({
  db,
  officeUrl,
  now,
  origin: {
    address: '198.51.100.20',
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    requestId: 'installer',
  },
})

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

const shopWithKey = async () => {
  const shop = await newShop()
  const key = await newKey(shop.ctx)
  return { ...shop, key, secret: key.apiKey.reveal() }
}

describe('a secret that is handed over', () => {
  it('is opened once by whoever has the link, for the till that was named, and the row is gone', async () => {
    const { ctx, merchant, key, secret } = await shopWithKey()
    const branchId = await factories(sql()).branch(merchant.id)
    const draft = { branchId, terminal: 'CAJA-03' }
    const { handle, fragment, expiresAt } = await handOver(ctx, ofKey(key.id), secret, draft)
    const shown = { merchant: merchant.name, kind: 'api_key', name: 'Caja 1', terminal: 'CAJA-03', expiresAt }
    // What looks through messages asks as often as it likes.
    for (let n = 0; n < 5; n++) expect(await showHandOff(stranger(ctx), handle)).toMatchObject(shown)
    const opened = await openHandOff(stranger(ctx), handle)
    expect(opened).toMatchObject({ ...shown, branch: { id: branchId } })
    expect(await openSecret(fragment, opened.ciphertext)).toBe(secret)
    expect(await sql()`select from hand_offs where merchant_id = ${merchant.id}`).toHaveLength(0)
  })

  it('of a client is its secret alone: the client id comes with it', async () => {
    const { ctx } = await newShop()
    const { id, clientId, clientSecret } = await newClient(ctx)
    const { handle, fragment } = await handOver(ctx, ofClient(id), clientSecret.reveal())
    const opened = await openHandOff(stranger(ctx), handle)
    expect(opened).toMatchObject({ kind: 'oauth_client', clientId, branch: undefined, terminal: undefined })
    expect(await openSecret(fragment, opened.ciphertext)).toBe(clientSecret.reveal())
  })

  it('is the same nothing when it was opened, withdrawn, is over, or never was', async () => {
    const { ctx, merchant, key, secret } = await shopWithKey()
    const opened = await handOver(ctx, ofKey(key.id), secret)
    await openHandOff(stranger(ctx), opened.handle)
    const withdrawn = await handOver(ctx, ofKey(key.id), secret)
    await withdrawHandOff(ctx, { id: withdrawn.id })
    const over = await handOver(ctx, ofKey(key.id), secret)
    await sql()`update hand_offs set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second'
      where merchant_id = ${merchant.id} and id = ${over.id}`
    for (const handle of [
      opened.handle,
      withdrawn.handle,
      over.handle,
      randomBytes(32).toString('base64url'),
      'x',
      '',
    ]) {
      expect(await outcomeOf(showHandOff(stranger(ctx), handle))).toBe('link_invalid')
      expect(await outcomeOf(openHandOff(stranger(ctx), handle))).toBe('link_invalid')
    }
    await expect(withdrawHandOff(ctx, { id: withdrawn.id })).rejects.toMatchObject({ code: 'hand_off_over' })
    await expect(withdrawHandOff(ctx, { id: over.id })).rejects.toMatchObject({ code: 'hand_off_over' })
  })

  it('leaves no secret and no part of its link in any row, before and after', async () => {
    const { ctx, key, secret } = await shopWithKey()
    const { handle, fragment } = await handOver(ctx, ofKey(key.id), secret)
    const traces = async () => {
      const tables = await sql()<
        { name: string }[]
      >`select tablename as name from pg_tables where schemaname = 'public'`
      const found: string[] = []
      for (const { name } of tables) {
        const text = (await sql()<{ text: string }[]>`select to_jsonb(t)::text as text from ${sql()(name)} t`)
          .map((row) => row.text)
          .join('\n')
        const hexOf = (one: string) => Buffer.from(one, 'base64url').toString('hex')
        const kept = [secret, secret.slice(20), Buffer.from(secret).toString('hex'), fragment, hexOf(fragment), handle]
        found.push(...kept.filter((one) => text.includes(one)).map(() => name))
      }
      return found
    }
    expect(await traces()).toEqual([])
    const { watch } = await openHandOff(stranger(ctx), handle)
    expect(await traces()).toEqual([])
    expect(String(watch)).toBe('[secret]')
  })

  it('is told of to the trail of its credential, and by mail to whoever made it', async () => {
    const { ctx, merchant, member, key, secret } = await shopWithKey()
    const colleague = await newColleague(merchant.id)
    const { handle } = await handOver(ctx, ofKey(key.id), secret, { terminal: 'CAJA-03' })
    const withdrawn = await handOver(ctx, ofKey(key.id), secret)
    await withdrawHandOff(colleague.ctx, { id: withdrawn.id })
    await openHandOff(stranger(ctx), handle)
    const subject = `api_key ${key.id}`
    expect((await eventsOf(merchant.id)).slice(1)).toMatchObject([
      { action: 'hand_off.made', actor: 'user', userId: member.id, subject, details: { terminal: 'CAJA-03' } },
      { action: 'hand_off.made', subject },
      { action: 'hand_off.withdrawn', userId: colleague.member.id, subject },
      { action: 'hand_off.opened', actor: 'service', subject, address: '198.51.100.20', details: { name: 'Caja 1' } },
    ])
    const mails = await sql()<{ recipient: string; text: string }[]>`
      select recipient, text_body as text from mails where kind = 'hand_off_opened'
        and text_body like ${`%/portal/integrations/keys/${key.id}\n%`}`
    expect(mails.map(({ recipient }) => recipient)).toEqual([member.email])
    for (const told of [merchant.name, 'CAJA-03', '198.51.100.20', 'Chrome', 'Android'])
      expect(mails[0]?.text).toContain(told)
  })

  it('is listed to its office while it is open', async () => {
    const { ctx, merchant, member, key, secret } = await shopWithKey()
    const first = await handOver(ctx, ofKey(key.id), secret, { terminal: 'CAJA-01', hours: 1 })
    const second = await handOver(ctx, ofKey(key.id), secret, { hours: 72 })
    const listed = () => listHandOffs(ctx.db, merchant.id, ofKey(key.id))
    expect(await listed()).toMatchObject([
      { id: second.id, branch: null, terminal: null, createdBy: member.name, expiresAt: second.expiresAt },
      { id: first.id, terminal: 'CAJA-01', expiresAt: first.expiresAt },
    ])
    await openHandOff(stranger(ctx), second.handle)
    expect((await listed()).map(({ id }) => id)).toEqual([first.id])
  })
})

describe('what ends a hand-off', () => {
  it('is its key’s revocation, in the same transaction, with the right to watch its calls', async () => {
    const { ctx, merchant, key, secret } = await shopWithKey()
    const { handle } = await handOver(ctx, ofKey(key.id), secret)
    const { watch } = await openHandOff(stranger(ctx), (await handOver(ctx, ofKey(key.id), secret)).handle)
    expect(await watchCalls(ctx, watch.reveal())).toEqual(nothing)
    await revokeApiKey(ctx, { id: key.id, confirmation: 'Caja 1' })
    expect(await outcomeOf(openHandOff(stranger(ctx), handle))).toBe('link_invalid')
    expect(await outcomeOf(watchCalls(ctx, watch.reveal()))).toBe('link_invalid')
    expect(await sql()`select from hand_offs where merchant_id = ${merchant.id}`).toHaveLength(0)
  })

  it('is another secret of its client, and its deletion; the secret before is handed over by nobody', async () => {
    const { ctx } = await newShop()
    const made = await newClient(ctx)
    const before = await handOver(ctx, ofClient(made.id), made.clientSecret.reveal())
    const rotation = { id: made.id, confirmation: 'ERP', seenRotatedAt: null }
    const { rotatedAt: since, clientSecret } = await rotateClientSecret(ctx, rotation)
    expect(await outcomeOf(openHandOff(stranger(ctx), before.handle))).toBe('link_invalid')
    const late = handOver(ctx, ofClient(made.id), made.clientSecret.reveal())
    expect(await outcomeOf(late)).toBe('secret_replaced')
    const after = await handOver(ctx, ofClient(made.id), clientSecret.reveal(), { since })
    await deleteOAuthClient(ctx, { id: made.id, confirmation: 'ERP' })
    expect(await outcomeOf(openHandOff(stranger(ctx), after.handle))).toBe('link_invalid')
    expect(await outcomeOf(handOver(ctx, ofClient(made.id), 'x', { since }))).toBe('credential_over')
  })

  it('is the end of all credentials at once', async () => {
    const { ctx, merchant, key, secret } = await shopWithKey()
    const client = await newClient(ctx)
    const handed = [
      await handOver(ctx, ofKey(key.id), secret),
      await handOver(ctx, ofClient(client.id), client.clientSecret.reveal()),
    ]
    await endAllCredentials(ctx, { confirmation: merchant.name })
    for (const { handle } of handed) expect(await outcomeOf(openHandOff(stranger(ctx), handle))).toBe('link_invalid')
    expect(await sql()`select from hand_offs where merchant_id = ${merchant.id}`).toHaveLength(0)
  })

  it('is the end of its key’s days', async () => {
    const { ctx, key, secret } = await shopWithKey()
    const { handle } = await handOver(ctx, ofKey(key.id), secret)
    await sql()`update api_keys set created_at = now() - interval '90 days', expires_at = now() where id = ${key.id}`
    expect(await outcomeOf(openHandOff(stranger(ctx), handle))).toBe('link_invalid')
    expect(await outcomeOf(handOver(ctx, ofKey(key.id), secret))).toBe('credential_over')
  })

  it('is no use of its credential', async () => {
    const { ctx, key, secret } = await shopWithKey()
    const { handle } = await handOver(ctx, ofKey(key.id), secret)
    await sql()`update api_keys set last_used_at = now(), name = 'Caja 9' where id = ${key.id}`
    expect(await showHandOff(stranger(ctx), handle)).toMatchObject({ name: 'Caja 9' })
  })

  it('leaves no row: what is over is swept, and what is not stays', async () => {
    const { ctx, merchant, key, secret } = await shopWithKey()
    const over = await handOver(ctx, ofKey(key.id), secret)
    const open = await handOver(ctx, ofKey(key.id), secret)
    await sql()`update hand_offs set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
      where id = ${over.id}`
    await sweepHandOffs(ctx.db)
    const rows = await sql()`select id from hand_offs where merchant_id = ${merchant.id}`
    expect(rows.map(({ id }) => Number(id))).toEqual([open.id])
  })
})

describe('a hand-off is refused', () => {
  it('to an address that guesses', async () => {
    const { ctx, key, secret } = await shopWithKey()
    const { handle } = await handOver(ctx, ofKey(key.id), secret)
    const guesser = { ...stranger(ctx), origin: { ...stranger(ctx).origin, address: '198.51.100.99' } }
    const outcomes: string[] = []
    for (let n = 0; n < 31; n++)
      outcomes.push(await outcomeOf(showHandOff(guesser, randomBytes(32).toString('base64url'))))
    expect(outcomes.slice(0, 30)).toEqual(Array(30).fill('link_invalid'))
    expect(outcomes.at(-1)).toBe('too_many_attempts')
    expect(await outcomeOf(openHandOff(guesser, handle))).toBe('too_many_attempts')
    expect(await outcomeOf(openHandOff(stranger(ctx), handle))).toBe('done')
  })

  it('for another merchant’s credential or branch', async () => {
    const [mine, theirs] = [await shopWithKey(), await shopWithKey()]
    expect(await outcomeOf(handOver(mine.ctx, ofKey(theirs.key.id), mine.secret))).toBe('not_found')
    const branchId = await factories(sql()).branch(theirs.merchant.id)
    expect(await outcomeOf(handOver(mine.ctx, ofKey(mine.key.id), mine.secret, { branchId }))).toBe('branch_missing')
    expect(await sql()`select from hand_offs where merchant_id = ${theirs.merchant.id}`).toHaveLength(0)
  })

  it('by a member without the permission', async () => {
    const { merchant, key, secret } = await shopWithKey()
    const { ctx } = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    expect(await outcomeOf(handOver(ctx, ofKey(key.id), secret))).toBe('permission_missing')
  })

  it('beyond fifty open ones of a credential', async () => {
    const { ctx, merchant, member, key, secret } = await shopWithKey()
    await sql()`insert into hand_offs (merchant_id, api_key_id, handle_hash, ciphertext, created_by, expires_at)
      select ${merchant.id}, ${key.id}, sha256(int8send(n)), ${randomBytes(97)}, ${member.id}, now() + interval '1 hour'
      from generate_series(1, 49) n`
    expect(await outcomeOf(handOver(ctx, ofKey(key.id), secret))).toBe('done')
    expect(await outcomeOf(handOver(ctx, ofKey(key.id), secret))).toBe('hand_offs_full')
  })

  it('for longer than three days, by the database too', async () => {
    const { merchant, member, key } = await shopWithKey()
    const keptFor = (hours: number) => sql()`
      insert into hand_offs (merchant_id, api_key_id, handle_hash, ciphertext, created_by, expires_at)
      values (${merchant.id}, ${key.id}, ${randomBytes(32)}, ${randomBytes(97)}, ${member.id},
        now() + ${hours} * interval '1 hour')`
    await expect(keptFor(72)).resolves.toHaveLength(0)
    await expect(keptFor(72.001)).rejects.toThrow('hand_offs_hours')
  })
})

describe('the right to watch', () => {
  it('tells when a key was called since the opening, for an hour', async () => {
    const { ctx, key, secret } = await shopWithKey()
    await sql()`update api_keys set last_used_at = now() where id = ${key.id}`
    const { watch } = await openHandOff(stranger(ctx), (await handOver(ctx, ofKey(key.id), secret)).handle)
    expect(await watchCalls(ctx, watch.reveal())).toEqual(nothing)
    await sql()`update api_keys set last_used_at = now() where id = ${key.id}`
    expect((await watchCalls(ctx, watch.reveal())).callAt).toBeInstanceOf(Date)
    await sql()`update hand_off_watches set expires_at = now() where api_key_id = ${key.id}`
    expect(await outcomeOf(watchCalls(ctx, watch.reveal()))).toBe('link_invalid')
  })

  it('counts a client’s calls after a token of its new secret alone', async () => {
    const { ctx } = await newShop()
    const { id, clientSecret } = await newClient(ctx)
    const { watch } = await openHandOff(
      stranger(ctx),
      (await handOver(ctx, ofClient(id), clientSecret.reveal())).handle,
    )
    await sql()`update oauth_clients set last_used_at = now() where id = ${id}`
    expect(await watchCalls(ctx, watch.reveal())).toEqual(nothing)
    await sql()`update oauth_clients set last_token_at = now() where id = ${id}`
    const seen = await watchCalls(ctx, watch.reveal())
    expect([seen.tokenAt, seen.callAt]).toEqual([expect.any(Date), expect.any(Date)])
  })

  it('tells the calls of the till that it was for from those of others', async () => {
    const { ctx, merchant, key, secret } = await shopWithKey()
    const handOff = await handOver(ctx, ofKey(key.id), secret, { terminal: 'CAJA-03' })
    const { watch } = await openHandOff(stranger(ctx), handOff.handle)
    const other = await newKey(ctx, 'Caja 2')
    const calls = async (terminal: string, keyId: number) => {
      await sql()`update api_keys set last_used_at = now() where id = ${key.id}`
      await sql()`insert into terminals (merchant_id, terminal, api_key_id, first_seen_at, seen_at, last_call_at)
        values (${merchant.id}, ${terminal}, ${keyId}, now(), now(), now())
        on conflict (merchant_id, terminal, from_address, from_adapter) do update set api_key_id = ${keyId}, last_call_at = now()`
    }
    await calls('CAJA-04', key.id)
    await calls('CAJA-03', other.id)
    expect(await watchCalls(ctx, watch.reveal())).toEqual({ ...nothing, callAt: expect.any(Date) })
    await calls('CAJA-03', key.id)
    expect((await watchCalls(ctx, watch.reveal())).callOfTillAt).toBeInstanceOf(Date)
    // The page asks no more once it knows of the till's: the credential's last use may be written after it.
    await sql()`update api_keys set last_used_at = null where id = ${key.id}`
    const { callAt, callOfTillAt } = await watchCalls(ctx, watch.reveal())
    expect([callAt, callOfTillAt]).toEqual([expect.any(Date), callAt])
  })
})
