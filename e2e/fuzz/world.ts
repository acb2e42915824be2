import { randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import { mintApiKey } from '@/lib/credentials/secret'
import { canary } from '../fixtures/canaries'
import { tokenOf } from '../fixtures/client'
import { factories, type OAuthClient, type Person } from '../fixtures/factories'
import { sendPipelined } from './pipelined-requests'

/** What the requests of a run are about, and what their placeholders stand for. */
export type World = {
  readonly clients: readonly (OAuthClient & { readonly live: boolean; readonly permissions: readonly string[] })[]
  /** Texts that no answer may hold. */
  readonly secrets: readonly string[]
  readonly identificationTypeIds: readonly number[]
  /** Fills `{{name:n}}`. Throws for a name that it does not know: a draft with a typo would test nothing. */
  fill(text: string): string
  /** Reserves that many times for `{{code:n}}` and `{{reference:n}}`; every tenth has expired. Confirms some of them. */
  reserve(count: number, confirmed?: number): Promise<void>
}

const placeholder = /\{\{(\w+):(\d+)\}\}/g
const both = ['core.integrations', 'core.consumptions.read'] as const

export async function newWorld(url: string, sql: Sql): Promise<World> {
  const make = factories(sql)
  const shop = await make.shop()
  const other = await make.shop()
  const merchantId = shop.merchant.id
  const permissions = [...both]
  const person = (fields: Parameters<typeof make.person>[1]) => make.person(shop.company.id, fields)
  const people: Person[] = [
    shop.person,
    await person({ firstName: 'José', lastName: 'Ñúñez' }),
    await person({ identification: canary('9AB00712345678901234567890123X') }),
    await person({ identification: canary('Pasaporte8812'), identificationTypeId: 2 }),
    await person({ active: false }),
    other.person,
  ]
  const categoryId = await make.category(merchantId)
  await make.article(merchantId, 'AGUA-600', categoryId)
  const articleId = await make.article(merchantId, 'PAN-1')
  const discountIds = [
    shop.discountId,
    await make.discount(merchantId, { type: 'AMT', value: '75.50' }),
    await make.discount(merchantId, { scope: { category: categoryId }, value: '12.50' }),
    await make.discount(merchantId, { scope: { article: articleId }, type: 'AMT', value: '5.00' }),
    await make.discount(merchantId, {
      usesTotal: 150,
      budget: '5000.00',
      minimumPurchase: '20.00',
      maximumDiscount: '99.99',
    }),
    await make.discount(merchantId, { status: 'paused' }),
    await make.discount(merchantId, { validTo: new Date(Date.now() - 1_000) }),
  ]
  for (const discountId of discountIds.slice(1)) await make.grant(shop.company.id, merchantId, discountId)
  const branchIds = [
    await make.branch(merchantId),
    await make.branch(merchantId, false),
    await make.branch(other.merchant.id),
  ]

  const disabled = await make.merchant({ enabled: false })
  const key = await make.apiKey(merchantId, { permissions })
  const revoked = await make.apiKey(merchantId, { permissions })
  await sql`update api_keys set revoked_at = now() where id = ${revoked.id}`
  const clients = [
    { ...(await make.oauthClient(merchantId, { permissions })), live: true, permissions },
    { ...(await make.oauthClient(merchantId)), live: true, permissions: ['core.integrations'] },
    { ...(await make.oauthClient(merchantId, { permissions })), live: false, permissions },
  ]
  await sql`update oauth_clients set deleted_at = now() where id = ${clients[2]?.id ?? 0}`
  const [first, second] = clients
  if (!first || !second) throw new Error('clients are made above')
  // Of a client that no form names, so that nobody revokes it.
  const token = (await tokenOf(url, await make.oauthClient(merchantId, { permissions }))).token
  const othersToken = (await tokenOf(url, await make.oauthClient(other.merchant.id))).token
  const disposableTokens: string[] = []
  for (let n = 0; n < 50; n++) disposableTokens.push((await tokenOf(url, n % 2 ? first : second)).token)
  const unknownToken = canary('Z'.repeat(43))
  const basicOf = ({ clientId, clientSecret }: OAuthClient) =>
    Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const keyOf = async (id: number, options: Parameters<typeof make.apiKey>[1]) =>
    (await make.apiKey(id, options)).apiKey

  const values: Record<string, readonly (string | number)[]> = {
    now: [new Date().toISOString()],
    person: people.map((one) => one.identification),
    lowercasePerson: people.map((one) => one.identification.toLowerCase()),
    personsType: people.map((one) => one.identificationTypeId),
    discount: [...discountIds, other.discountId],
    branch: branchIds,
    key: [key.apiKey],
    cutKey: [key.apiKey.slice(0, -1)],
    mistypedKey: [key.apiKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    unknownKey: [canary(mintApiKey('test').apiKey.reveal())],
    revokedKey: [revoked.apiKey],
    expiredKey: [await keyOf(merchantId, { permissions, expiresAt: new Date(Date.now() - 1_000) })],
    // The first may not redeem, the second may not read the list.
    powerlessKey: [
      await keyOf(merchantId, { permissions: ['core.consumptions.read'] }),
      await keyOf(merchantId, { permissions: ['core.integrations'] }),
    ],
    disabledKey: [await keyOf(disabled.id, { permissions })],
    token: [token],
    unknownToken: [unknownToken],
    othersToken: [othersToken],
    disposableToken: disposableTokens,
    clientId: clients.map((one) => one.clientId),
    clientSecret: clients.map((one) => one.clientSecret),
    cutSecret: [first.clientSecret.slice(0, -1)],
    basic: clients.map(basicOf),
  }
  const secret = ['person', 'lowercasePerson', 'token', 'clientSecret', 'unknownToken', 'othersToken', 'basic']
  const keys = ['key', 'unknownKey', 'revokedKey', 'expiredKey', 'powerlessKey', 'disabledKey']
  const secrets = [
    ...new Set([
      ...secret.flatMap((name) => values[name] ?? []).map(String),
      ...keys.flatMap((name) => values[name] ?? []).map((text) => String(text).split('.')[1] ?? ''),
    ]),
  ]

  const fill = (text: string): string =>
    text.replace(placeholder, (_, name: string, n: string) => {
      const list = values[name]
      if (!list || list.length === 0) throw new Error(`the world has no ${name}`)
      return String(list[Number(n) % list.length])
    })

  /** Applies the store-wide discount under references of our own. */
  async function reserve(count: number, confirmed = 0): Promise<void> {
    const references = Array.from({ length: count }, () => `H-${randomUUID()}`)
    const post = (path: string, body: object) => ({
      method: 'POST' as const,
      path: `/api/v1/integrations/${path}`,
      headers: [
        ['X-Api-Key', key.apiKey],
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', randomUUID()],
      ] as const,
      body: Buffer.from(JSON.stringify(body)),
      chunked: false,
    })
    const who = {
      identificationTypeId: 1,
      identification: shop.person.identification,
      merchantDiscountId: shop.discountId,
    }
    const codes: string[] = []
    const apply = (n: number) => post('discounts/apply', { ...who, purchaseAmount: 1_000, reference: references[n] })
    await sendPipelined(url, count, apply, (n, { status, body }) => {
      if (status !== 201) throw new Error(`not reserved: ${status}`)
      codes[n] = body.value.authorizationCode
      return 'go on'
    })
    const overdue = codes.filter((_, n) => n % 10 === 9)
    await sql`update authorizations set expires_at = authorized_at + interval '1 microsecond' where code = any(${overdue})`
    const consumptions: string[] = []
    const confirm = (n: number) =>
      post('consumptions', {
        authorizationCode: codes[n],
        reference: references[n],
        consumptionDate: '2026-01-02T03:04:05Z',
      })
    await sendPipelined(url, confirmed, confirm, (_, { status, body }) => {
      if (status === 201) consumptions.push(body.value.code)
      return 'go on'
    })
    Object.assign(values, { code: codes, reference: references, consumption: consumptions })
  }

  return { clients, secrets, identificationTypeIds: [1, 2], fill, reserve }
}
