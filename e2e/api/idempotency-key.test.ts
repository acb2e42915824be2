import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { outcome, recordsOf, startApi, till } from './till'

const api = startApi()

const uuid = '0b6e1a52-93cb-4c6a-9a1c-6a1c0e2f7d11'

/** Sends a write with the header lines as they are here, which fetch would join to one; gives status and code. */
function withHeaderLines(url: string, apiKey: string, path: string, body: unknown, keys: string[]): Promise<string> {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method: 'POST', headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': keys } },
      async (response) => {
        let answer = ''
        for await (const chunk of response) answer += chunk
        const { code } = JSON.parse(answer)
        resolve([response.statusCode, code].filter(Boolean).join(' '))
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

describe('the Idempotency-Key header of both writes (D44)', () => {
  it.each([
    ['absent', false],
    ['empty', ''],
    ['blank', '  '],
  ] as const)('is required: %s is 400', async (_, key) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    const options =
      key === false ? { idempotencyKey: key } : { idempotencyKey: false as const, headers: { 'Idempotency-Key': key } }
    expect(outcome(await my.apply({}, options))).toBe('400 idempotency_key_missing')
    expect(outcome(await my.consume(held, {}, options))).toBe('400 idempotency_key_missing')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it.each([
    ['a word', 'ticket-17'],
    ['no hyphens', uuid.replaceAll('-', '')],
    ['hyphens elsewhere', '0b6e1a529-3cb-4c6a-9a1c-6a1c0e2f7d11'],
    ['one digit less', uuid.slice(1)],
    ['one digit more', `${uuid}0`],
    ['a letter that is no hex digit', uuid.replace('b', 'g')],
    ['braces', `{${uuid}}`],
    ['a urn', `urn:uuid:${uuid}`],
    ['single quotes', `'${uuid}'`],
    ['an open quote', `"${uuid}`],
    ['a closing quote alone', `${uuid}"`],
    ['quotes twice', `""${uuid}""`],
    ['spaces in the quotes', `" ${uuid} "`],
    ['a parameter', `${uuid};v=1`],
    ['a comma behind', `${uuid},`],
    ['two different keys', `${uuid}, ${uuid.replace('0', '1')}`],
    ['a key and a word', `${uuid}, x`],
  ])('refuses %s', async (_, idempotencyKey) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    expect(outcome(await my.apply({}, { idempotencyKey }))).toBe('400 idempotency_key_invalid')
    expect(outcome(await my.consume(held, {}, { idempotencyKey }))).toBe('400 idempotency_key_invalid')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it.each([
    ['bare', (key: string) => key],
    ['in double quotes', (key: string) => `"${key}"`],
    ['in upper case', (key: string) => key.toUpperCase()],
    ['with spaces around', (key: string) => `  ${key}  `],
    ['twice the same', (key: string) => `${key}, ${key}`],
  ])('accepts a UUID %s', async (_, spelt) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const [a, b] = [randomUUID(), randomUUID()]
    const applied = await my.apply({}, { idempotencyKey: spelt(a) })
    expect(outcome(applied)).toBe('201')
    expect(outcome(await my.consume(applied.body.value, {}, { idempotencyKey: spelt(b) }))).toBe('201')
    const keys = await sql`select key from idempotency_keys where merchant_id = ${shop.merchant.id}`
    expect(keys.map(({ key }) => key).sort()).toEqual([a, b].sort())
  })

  it.each([
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['version 7', '019aa5ea-2f5c-7d3e-8b1a-3f2e1d0c9b8a'],
    ['no version at all', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('accepts %s: the digits alone count', async (_, idempotencyKey) => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const body = my.applyBody()
    expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201')
    expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201 replayed')
  })

  it('takes two header lines with one value for one key, and refuses two with different values', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const apply = (keys: string[]) =>
      withHeaderLines(url, shop.credential.apiKey, '/api/v1/integrations/discounts/apply', my.applyBody(), keys)
    const key = randomUUID()
    expect(await apply([key, randomUUID()])).toBe('400 idempotency_key_invalid')
    expect(await apply([key, key.toUpperCase()])).toBe('201')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
    const held = await my.reserved()
    const consume = (keys: string[]) =>
      withHeaderLines(url, shop.credential.apiKey, '/api/v1/integrations/consumptions', my.consumeBody(held), keys)
    expect(await consume([randomUUID(), randomUUID()])).toBe('400 idempotency_key_invalid')
    expect(await consume([key, key])).toBe('409 idempotency_key_reused')
  })
})
