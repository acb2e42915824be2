import { describe, expect, it } from 'vitest'
import { warnOfExpiry } from '@/lib/credentials/warn-of-expiry'
import { newKey, startOffice } from './office'

/** Issue 4: mail 30, 7 and 1 days before a key expires, each once. */

const { sql, newShop, newColleague } = startOffice()

/** As if it were that many hours before the key expires. */
const comeNear = (id: number, hours: number) => sql()`
  update api_keys set created_at = created_at - (expires_at - now()) + ${hours}::int * interval '1 hour',
    expires_at = now() + ${hours}::int * interval '1 hour' where id = ${id}`

const told = async (id: number) => {
  const rows = await sql()<{ subject: string; recipient: string }[]>`
    select subject, recipient from mails where kind = 'api_key_expiring' and once_key like ${`api_key_expiring:${id}:%`} order by id`
  return rows.map(({ subject, recipient }) => `${recipient}: ${subject}`)
}

describe('whoever may manage a key that expires', () => {
  it('is told 30, 7 and 1 days before, once each, in their language', async () => {
    const { ctx, merchant, member } = await newShop()
    const other = await newColleague(merchant.id, { language: 'en', permissions: ['merchant.integrations.manage'] })
    await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    await newColleague(merchant.id, { disabled: true })
    const { id } = await newKey(ctx, 'Caja 1', 90)
    const warn = () =>
      Promise.all([warnOfExpiry(ctx.db, 'https://o.example'), warnOfExpiry(ctx.db, 'https://o.example')])
    const expected: string[] = []
    for (const [hours, es, en] of [
      [24 * 31, undefined, undefined],
      [24 * 30, 'en 30 días o menos', 'in 30 days or less'],
      [24 * 8, undefined, undefined],
      [24 * 7, 'en 7 días o menos', 'in 7 days or less'],
      [24, 'en menos de un día', 'in less than a day'],
      [1, undefined, undefined],
    ] as const) {
      await comeNear(id, hours)
      if (es) expected.push(`${member.email}: La clave de API «Caja 1» vence ${es}`)
      if (en) expected.push(`${other.member.email}: The API key “Caja 1” expires ${en}`)
      await warn()
      expect(await told(id)).toEqual(expected)
    }
    const [mail] = await sql()`select text_body as text from mails where once_key like ${`api_key_expiring:${id}:30:%`}`
    expect(mail?.text).toContain(`https://o.example/portal/integrations/keys/${id}`)
  })

  it('is told which tills stop with it: those whose last call was by it, the most recent ones by name', async () => {
    const { ctx, merchant } = await newShop()
    const stranger = await newShop()
    const [key, other, foreign] = [
      await newKey(ctx, 'Caja 1', 365),
      await newKey(ctx, 'Caja 2', 365),
      await newKey(stranger.ctx),
    ]
    const till = (
      merchantId: number,
      apiKeyId: number,
      terminal: string,
      more: { name?: string; archived?: boolean } = {},
    ) => sql()`
      insert into terminals (merchant_id, terminal, from_address, name, api_key_id, first_seen_at, seen_at, archived_at)
      values (${merchantId}, ${terminal}, ${terminal === '' ? '10.0.0.1' : ''}, ${more.name ?? null}, ${apiKeyId}, now(), now(),
        ${more.archived ? sql()`now()` : null})`
    for (let n = 1; n <= 21; n++)
      await till(merchant.id, key.id, `POS-${n}`, n === 21 ? { name: 'Caja del fondo' } : {})
    await till(merchant.id, key.id, '')
    await till(merchant.id, key.id, 'OLD', { archived: true })
    await till(merchant.id, other.id, 'ANOTHER')
    await till(stranger.merchant.id, foreign.id, 'FOREIGN')
    await comeNear(key.id, 20)
    await warnOfExpiry(ctx.db, 'https://o.example')
    const [mail] =
      await sql()`select text_body as text from mails where once_key like ${`api_key_expiring:${key.id}:1:%`}`
    expect(mail?.text).toContain('quedan sin acceso 21 cajas:\n• Caja del fondo\n• POS-20\n')
    expect(mail?.text).toMatch(/\n• POS-2\ny una más\n/)
    expect(mail?.text).not.toMatch(/OLD|ANOTHER|FOREIGN|10\.0\.0\.1/)
  })

  it('is told the nearest alone when nobody could be told before', async () => {
    const { ctx } = await newShop()
    const { id } = await newKey(ctx, 'Caja 1', 365)
    await comeNear(id, 20)
    await warnOfExpiry(ctx.db, 'https://o.example')
    expect(await told(id)).toHaveLength(1)
  })

  it('is not told of a key that was made for no longer, is revoked or expired', async () => {
    const { ctx } = await newShop()
    const short = await newKey(ctx, 'Caja 1', 30)
    const [revoked, expired] = [await newKey(ctx, 'Caja 2', 365), await newKey(ctx, 'Caja 3', 365)]
    await comeNear(revoked.id, 20)
    await comeNear(expired.id, 0)
    await sql()`update api_keys set revoked_at = now() where id = ${revoked.id}`
    await warnOfExpiry(ctx.db, 'https://o.example')
    for (const { id } of [short, revoked, expired]) expect(await told(id)).toEqual([])
  })
})
