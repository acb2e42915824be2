import { describe, expect, it } from 'vitest'
import { muteTerminal, unmuteTerminal } from '@/lib/terminals/mute-terminal'
import { showTerminal, showTerminals } from '@/lib/terminals/show-terminals'
import { judgedAt } from '@/lib/terminals/silence'
import { tellOfSilences } from '@/lib/terminals/tell-of-silences'
import { factories } from '../fixtures/factories'
import { startOffice } from './office'

/** ADR-0044: who is told of tills that are silent in hours in which they always sell, and how often. */

const { sql, newShop, newColleague, eventsOf } = startOffice()

const hourMs = 3_600_000
/** In the middle of an hour, so that what a test takes does not bring the next. */
const now = new Date(judgedAt(new Date()).getTime() + 30 * 60_000)
const ago = (minutes: number, from = now) => new Date(from.getTime() - minutes * 60_000)
const later = new Date(now.getTime() + hourMs)

/** A till of a merchant that called so many minutes ago, and sold so much in each of these hours of the last four weeks. */
async function newTill(
  merchantId: number,
  terminal: string,
  given: { called?: number; sold?: number; branchId?: number; weeks?: number } = {},
): Promise<number> {
  const { called = 1, sold = 9, branchId = null, weeks = 4 } = given
  const [row] = await sql()<{ id: number }[]>`
    insert into terminals (merchant_id, terminal, from_address, branch_id, first_seen_at, seen_at, last_call_at)
    values (${merchantId}, ${terminal}, ${terminal === '' ? '203.0.113.9' : ''}, ${branchId}, now() - interval '60 days', ${ago(called)}, ${ago(called)})
    returning id::int`
  const id = row?.id ?? 0
  await sql()`
    insert into terminal_hours (merchant_id, terminal_id, hour, done, confirmed)
    select ${merchantId}, ${id}, ${judgedAt(now)}::timestamptz - h * interval '1 hour' - w * interval '168 hours', ${3 * sold}, ${sold}
    from generate_series(-3, 6) h, generate_series(1, ${weeks}) w`
  return id
}

const call = (id: number, at: Date) =>
  sql()`update terminals set last_call_at = ${at}, seen_at = ${at} where id = ${id}`

const newBranch = async (merchantId: number, name: string) => {
  const id = await factories(sql()).branch(merchantId)
  await sql()`update branches set name = ${name} where id = ${id}`
  return id
}

const told = async (email: string) => {
  const rows = await sql()<{ subject: string; text: string }[]>`
    select subject, text_body as text from mails where kind = 'terminals_silent' and recipient = ${email} order by id`
  return rows.map(({ subject, text }) => ({ subject, lines: text.split('\n').filter((line) => /^•|^y /.test(line)) }))
}

const tell = async (ctx: { db: Parameters<typeof tellOfSilences>[0] }, at = now) => {
  await Promise.all([1, 2, 3].map(() => tellOfSilences(ctx.db, 'https://oficina.example', at)))
}

describe('a till that is silent in an hour in which it always sells', () => {
  it('is told once to whoever may manage credentials, in their language, however many processes tell of it', async () => {
    const { ctx, merchant, member } = await newShop()
    const english = await newColleague(merchant.id, { language: 'en', permissions: ['merchant.integrations.manage'] })
    const others = [
      await newColleague(merchant.id, { permissions: ['merchant.team.manage'] }),
      await newColleague(merchant.id, { disabled: true }),
    ]
    const id = await newTill(merchant.id, 'CAJA-01', { called: 95 })
    await newTill(merchant.id, 'CAJA-02')
    await tell(ctx)
    await tell(ctx)
    await tell(ctx, later)
    expect(await told(member.email)).toEqual([
      {
        subject: 'CAJA-01 no llama, y a esta hora siempre vende',
        lines: [expect.stringMatching(/^• CAJA-01: desde el /)],
      },
    ])
    expect((await told(english.member.email)).map(({ subject }) => subject)).toEqual([
      'CAJA-01 does not call, and always sells at this hour',
    ])
    for (const other of others) expect(await told(other.member.email)).toEqual([])
    const [mail] = await sql()`select text_body as text from mails where recipient = ${member.email}`
    expect(mail?.text).toContain(`https://oficina.example/portal/terminals/${id}\n`)
  })

  it('is told again when it called meanwhile and is silent once more', async () => {
    const { ctx, merchant, member } = await newShop()
    const id = await newTill(merchant.id, 'CAJA-01', { called: 95 })
    const other = await newTill(merchant.id, 'CAJA-02')
    await tell(ctx)
    await call(id, ago(-5))
    await call(other, ago(-170))
    await tell(ctx, later)
    expect(await told(member.email)).toHaveLength(1)
    await tell(ctx, new Date(now.getTime() + 2 * hourMs))
    expect(await told(member.email)).toHaveLength(2)
  })

  it('is not told when it missed one of the weeks, sells little, called within the hour, is archived or says no name', async () => {
    const { ctx, merchant, member } = await newShop()
    await newTill(merchant.id, 'CAJA-01')
    await newTill(merchant.id, 'CAJA-02', { called: 95, weeks: 3 })
    await newTill(merchant.id, 'CAJA-03', { called: 95, sold: 5 })
    await newTill(merchant.id, 'CAJA-04', { called: 85 })
    await newTill(merchant.id, '', { called: 95 })
    const archived = await newTill(merchant.id, 'CAJA-05', { called: 95 })
    await sql()`update terminals set archived_at = now() where id = ${archived}`
    await tell(ctx)
    expect(await told(member.email)).toEqual([])
    const { silence, branches } = await showTerminals(ctx, now)
    expect([silence, branches.flatMap(({ terminals }) => terminals).map(({ state }) => state)]).toEqual([
      undefined,
      Array.from({ length: 4 }, () => 'silent'),
    ])
  })

  it('says so in the office until it calls, and is nobody else’s business', async () => {
    const { ctx, merchant } = await newShop()
    const stranger = await newShop()
    const id = await newTill(merchant.id, 'CAJA-01', { called: 95 })
    await newTill(merchant.id, 'CAJA-02')
    const shown = async () => {
      const { state, reasons } = await showTerminal(ctx, id, now)
      return [state, reasons[0].says]
    }
    expect(await shown()).toEqual(['attention', 'unusuallySilent'])
    expect((await showTerminals(ctx, now)).silence).toMatchObject({ parts: [{ terminals: [{ id }] }] })
    await call(id, ago(1))
    expect((await shown())[1]).not.toBe('unusuallySilent')
    await tell(ctx)
    expect(await told(stranger.member.email)).toEqual([])
  })
})

describe('many silent tills', () => {
  it('of a branch where nothing calls are one line of one mail, and those that follow are told with it', async () => {
    const { ctx, merchant, member } = await newShop()
    const [naco, churchill] = [await newBranch(merchant.id, 'Naco'), await newBranch(merchant.id, 'Churchill')]
    for (let n = 1; n <= 8; n++)
      await newTill(merchant.id, `NACO-${n}`, { called: 90 + n, branchId: naco, sold: n === 8 ? 4 : 9 })
    await newTill(merchant.id, 'CH-1', { called: 95, branchId: churchill })
    const calling = await newTill(merchant.id, 'CH-2', { branchId: churchill })
    await tell(ctx)
    const [mail, ...more] = await told(member.email)
    expect([mail?.subject, more]).toEqual(['9 terminales no llaman, y a esta hora siempre venden', []])
    expect(mail?.lines).toEqual([
      expect.stringMatching(/^• CH-1 \(Churchill\): desde el /),
      expect.stringMatching(/^• Naco: ninguna de sus terminales, desde el /),
    ])
    // The eighth, which sells less, would lack enough by now.
    await call(calling, ago(-65))
    await tell(ctx, later)
    expect(await told(member.email)).toHaveLength(1)
  })

  it('of a merchant where nothing calls are one sentence, once a holiday, though they open one after the other', async () => {
    const { ctx, merchant, member } = await newShop()
    const early = await newTill(merchant.id, 'CAJA-01', { called: 15 * 60 })
    for (let n = 2; n <= 50; n++) await newTill(merchant.id, `CAJA-${n}`, { called: 15 * 60 + n })
    await sql()`
      delete from terminal_hours where merchant_id = ${merchant.id} and terminal_id <> ${early}
        and extract(epoch from ${judgedAt(now)}::timestamptz - hour)::int / 3600 % 168 between 1 and 6`
    await tell(ctx)
    await tell(ctx, later)
    expect(await told(member.email)).toEqual([
      { subject: expect.stringMatching(/^Ninguna terminal de .* llama, y a esta hora siempre venden$/), lines: [] },
    ])
    const { silence, branches } = await showTerminals(ctx, later)
    expect(silence).toMatchObject({ of: 'merchant' })
    expect(new Set(branches.flatMap(({ terminals }) => terminals).map(({ state }) => state))).toEqual(
      new Set(['silent']),
    )
    expect((await showTerminal(ctx, early, later)).state).toBe('silent')
  })
})

describe('a till that was muted', () => {
  it('is neither told nor shown as silent, until it is no longer muted; the trail says who did it', async () => {
    const { ctx, merchant, member } = await newShop()
    const id = await newTill(merchant.id, 'CAJA-01', { called: 95 })
    await newTill(merchant.id, 'CAJA-02')
    const chosen = { terminalId: id }
    await Promise.all([muteTerminal(ctx, chosen), muteTerminal(ctx, chosen)])
    await tell(ctx)
    expect(await told(member.email)).toEqual([])
    expect((await showTerminals(ctx, now)).silence).toBeUndefined()
    expect(await showTerminal(ctx, id, now)).toMatchObject({ state: 'silent', silenceMutedAt: expect.any(Date) })
    await Promise.all([unmuteTerminal(ctx, chosen), unmuteTerminal(ctx, chosen)])
    await tell(ctx)
    expect(await told(member.email)).toHaveLength(1)
    expect((await eventsOf(merchant.id)).map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['terminal.muted', `terminal ${id}`, { name: 'CAJA-01', called: null }],
      ['terminal.unmuted', `terminal ${id}`, { name: 'CAJA-01', called: null }],
    ])
  })

  it('is muted by whom may manage credentials alone, and is not another merchant’s', async () => {
    const { merchant } = await newShop()
    const id = await newTill(merchant.id, 'CAJA-01')
    const stranger = await newShop()
    const seller = await newColleague(merchant.id, { permissions: ['merchant.redemptions.make'] })
    for (const verb of [muteTerminal, unmuteTerminal]) {
      await expect(verb(stranger.ctx, { terminalId: id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(verb(seller.ctx, { terminalId: id })).rejects.toMatchObject({ code: 'permission_missing' })
    }
    const [row] = await sql()`select silence_muted_at as "mutedAt" from terminals where id = ${id}`
    expect(row?.mutedAt).toBeNull()
  })
})
