import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AliadoClient,
  AliadoError,
  AliadoRefused,
  type Credential,
  newIdempotencyKey,
} from '@/clients/typescript/aliado-client'
import { dataDirectory } from '../settings'
import { serviceUrl } from './service-url'

/** `npm run demo`: a till that sells against a running service, once with an API key and once with an OAuth client. */

const pesos = new Intl.NumberFormat('es-DO', { style: 'currency', currency: 'DOP' })
const say = (text = ''): void => void process.stdout.write(`${text}\n`)
/** The demo is also a check: an answer that breaks a promise ends it. */
function must(kept: boolean, promise: string): void {
  if (!kept) throw new Error(`a promise was broken: ${promise}`)
}

const step = (title: string): void => say(`\n■ ${title}`)

type DemoCredentials = {
  merchants: Record<
    string,
    {
      apiKeys: Record<string, string | null>
      oauthClients: Record<string, { clientId: string; clientSecret: string | null }>
    }
  >
}

const environment = (name: string): string | undefined => process.env[name] || undefined

/** The credentials given in the environment, else those that the first start of the demo network kept. */
async function credentials(): Promise<{ byKey: Credential; byClient: Credential }> {
  const apiKey = environment('ALIADO_API_KEY')
  const clientId = environment('ALIADO_CLIENT_ID')
  const clientSecret = environment('ALIADO_CLIENT_SECRET')
  if (apiKey && clientId && clientSecret) return { byKey: { apiKey }, byClient: { clientId, clientSecret } }

  const file = join(dataDirectory(), 'demo-credentials.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const merchant = text === undefined ? undefined : (JSON.parse(text) as DemoCredentials).merchants.mercado
  const demoKey = merchant?.apiKeys['pos-naco']
  const demoClient = merchant?.oauthClients.erp
  if (!demoKey || !demoClient?.clientSecret) {
    throw new Error(
      `No credentials: ${file} is not there. Start the service with npm start and nothing set (or, on an empty database of yours, with DEMO_NETWORK=true), or set ALIADO_API_KEY, ALIADO_CLIENT_ID and ALIADO_CLIENT_SECRET.`,
    )
  }
  return {
    byKey: { apiKey: demoKey },
    byClient: { clientId: demoClient.clientId, clientSecret: demoClient.clientSecret },
  }
}

/** One whole sale, each step as a cashier would see it. */
async function sell(
  till: AliadoClient,
  person: { identificationTypeId: number; identification: string },
): Promise<void> {
  const purchaseAmount = 1250.5
  const reference = `DEMO-${Date.now()}`

  step('Validate: does the customer have benefits today?')
  const { eligible, collaborator, discounts } = await till.eligibility({ ...person, purchaseAmount })
  const offer = discounts.find((discount) => discount.scope.typeId === 1)
  if (!eligible || !collaborator || !offer) return say('  No. The purchase is charged normally.')
  say(`  Yes: ${collaborator.displayName}, of ${collaborator.companyName}`)
  for (const discount of discounts) {
    const estimate = discount.estimatedDiscountAmount
    say(
      `    ${String(discount.merchantDiscountId).padStart(4)}  ${discount.name.padEnd(28)} ${estimate === undefined ? '' : `up to ${pesos.format(estimate)}`}`,
    )
  }

  step(`Apply: «${offer.name}» on ${pesos.format(purchaseAmount)}, ticket ${reference}`)
  // A till keeps these with the sale before it calls: after a power cut it sends the same again.
  const applyKey = newIdempotencyKey()
  const confirmKey = newIdempotencyKey()
  const purchase = { ...person, merchantDiscountId: offer.merchantDiscountId, purchaseAmount, reference }
  const authorization = await till.apply(purchase, applyKey)
  say(`  Authorization ${authorization.authorizationCode}, until ${authorization.expiresAt}`)
  say(
    `  ${pesos.format(authorization.purchaseAmount)} - ${pesos.format(authorization.discountAmount)} = ${pesos.format(authorization.finalAmount)} to charge`,
  )

  step('The answer is lost: the till asks again with the same Idempotency-Key')
  const again = await till.apply(purchase, applyKey)
  must(again.authorizationCode === authorization.authorizationCode, 'the same key answers the same authorization')
  say('  The same authorization: nothing was done twice.')

  step('The customer puts something back, and pays: confirm with the new total')
  const { authorizationCode } = authorization
  const paid = { authorizationCode, reference, consumptionDate: new Date().toISOString(), purchaseAmount: 1000 }
  const consumption = await till.confirm(paid, confirmKey)
  say(
    `  Consumption ${consumption.code} (${consumption.status}): discount ${pesos.format(consumption.discountAmount)}, charged ${pesos.format(consumption.finalAmount)}`,
  )

  step('After a power cut: what stands for the ticket?')
  const standing = await till.standing(reference)
  must(standing.consumption?.code === consumption.code, 'a ticket remembers its consumption')
  say(`  ${standing.status}, consumption ${consumption.code}`)
}

/** Another customer gives up: the reservation is given back, and a second confirmation is refused. */
async function giveUp(
  till: AliadoClient,
  person: { identificationTypeId: number; identification: string },
): Promise<void> {
  step('Another sale, and the customer gives up')
  const reference = `DEMO-${Date.now()}-B`
  const { discounts } = await till.eligibility({ ...person, purchaseAmount: 300 })
  const offer = discounts.find((discount) => discount.scope.typeId === 1)
  if (!offer) return say('  No benefit for this purchase.')
  const { merchantDiscountId } = offer
  const held = await till.apply({ ...person, merchantDiscountId, purchaseAmount: 300, reference }, newIdempotencyKey())
  const released = await till.release(held.authorizationCode, reference)
  say(`  ${held.authorizationCode} is ${released.status}`)
  const paid = { authorizationCode: held.authorizationCode, reference, consumptionDate: new Date().toISOString() }
  const refusal = await till.confirm(paid, newIdempotencyKey()).catch((error: unknown) => error)
  if (!(refusal instanceof AliadoRefused))
    throw new Error('a promise was broken: what was released cannot be confirmed')
  say(`  Confirming it now is refused: ${refusal.status} ${refusal.code}. ${refusal.message}`)
}

async function main(): Promise<void> {
  const url = serviceUrl()
  const person = {
    identificationTypeId: Number(environment('ALIADO_IDENTIFICATION_TYPE') ?? 1),
    identification: environment('ALIADO_IDENTIFICATION') ?? '00100000001',
  }
  const { byKey, byClient } = await credentials()
  say(`Aliado at ${url}`)

  say('\n═══ With an API key ═══')
  const keyTill = new AliadoClient(url, byKey)
  step('Identification types')
  say(`  ${(await keyTill.identificationTypes()).map((type) => `${type.id} ${type.name}`).join(', ')}`)
  await sell(keyTill, person)
  await giveUp(keyTill, person)
  step('Someone whom no company sent')
  const stranger = await keyTill.eligibility({ identificationTypeId: 1, identification: '00199999999' })
  must(!stranger.eligible, 'a stranger has no benefits')
  say('  Not eligible. No reason is given, for privacy: the purchase is charged normally.')

  say('\n═══ With an OAuth 2.0 client ═══')
  const clientTill = new AliadoClient(url, byClient)
  await sell(clientTill, person)
  step('The latest consumptions of the merchant')
  let shown = 0
  for await (const each of clientTill.consumptions({ pageSize: 5 })) {
    say(
      `  ${each.code}  ${each.reference.padEnd(22)} ${pesos.format(each.discountAmount).padStart(12)} of ${pesos.format(each.purchaseAmount)}`,
    )
    shown += 1
    if (shown === 5) break
  }
  say('\nDone: every step answered as the contract says.')
}

main().catch((error) => {
  say(
    `\nThe demo stopped: ${error instanceof AliadoError ? `${error.status} ${error.code} (request ${error.requestId}): ` : ''}${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = 1
})
