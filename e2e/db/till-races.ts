import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Call, openCallers } from '../fixtures/barrier'
import { call } from '../fixtures/client'
import { createDatabase } from '../fixtures/database'
import { type ApiKey, factories, newReference, type Person, type Shop } from '../fixtures/factories'
import { type AtEnd, openForTests } from '../fixtures/open-for-tests'
import { startService } from '../fixtures/service'
import { expectInvariants } from './invariants'

/** How many race at once, half of them at each of two processes. */
export const callers = 50

/** Ten rounds of every race, for `it.each`. */
export const rounds = Array.from({ length: 10 }, (_, round) => round)

/** A shop with two keys: it does not matter which of a merchant's credentials a call comes from (D41, D44). */
export type Till = Shop & { otherCredential: ApiKey }
export type Authorized = { authorizationCode: string; reference: string }

/** Two API processes on one database, and callers with an open connection to them. */
export type TillRaces = Awaited<ReturnType<typeof openTillRaces>>

/** The same for the tests of a file. */
export const startTillRaces = () => openForTests((atEnd) => openTillRaces(atEnd))

/** At the end it throws when the races have left a database that breaks an invariant. */
export async function openTillRaces(atEnd: AtEnd, { deadlockTimeout = '1min', limitsWereLowered = false } = {}) {
  const database = await createDatabase()
  atEnd(database.drop)
  const { sql } = database
  // PostgreSQL ends a deadlock after a second, and the service tries again. Here it lasts, so that it shows: as a 503.
  await sql`alter database ${sql(new URL(database.databaseUrl).pathname.slice(1))} set deadlock_timeout = ${sql.unsafe(`'${deadlockTimeout}'`)}`
  const make = factories(sql)
  const start = async () => {
    const service = await startService(database.databaseUrl)
    atEnd(service.stop)
    return service.url
  }
  const urls = await Promise.all([start(), start()])
  const racing = await openCallers(urls, callers)
  atEnd(racing.close)
  atEnd(() => expectInvariants(sql, { limitsWereLowered }))
  return {
    databaseUrl: database.databaseUrl,
    sql,
    make,
    race: racing.race,
    newTill: async (...options: Parameters<typeof make.shop>): Promise<Till> => {
      const shop = await make.shop(...options)
      return { ...shop, otherCredential: await make.apiKey(shop.merchant.id) }
    },
    /** Applies, alone. */
    authorize: async (till: Till, purchaseAmount = 1_000, person = till.person): Promise<Authorized> => {
      const reference = newReference()
      const { body, credential } = apply(till, 0, { reference, purchaseAmount, person })
      const answer = await call(urls[0], 'applyDiscount', { credential, body })
      expect(answer.status).toBe(201)
      return { authorizationCode: answer.body.value.authorizationCode, reference }
    },
    /** Applies many times at once: a reference each. */
    authorizeMany: async (till: Till, count: number): Promise<Authorized[]> => {
      const sent = Array.from({ length: count }, (_, n) => apply(till, n, { reference: newReference() }))
      return (await racing.race(sent)).map(({ status, body }) => {
        expect(status).toBe(201)
        return { authorizationCode: body.value.authorizationCode, reference: body.value.reference }
      })
    },
    /** What stands for every authorization of the till, oldest first. */
    authorizationsOf: async (till: Till): Promise<string[]> =>
      (await sql`select reference, status from authorizations where merchant_id = ${till.merchant.id} order by id`).map(
        ({ reference, status }) => `${reference} ${status}`,
      ),
    consumptionsOf: async (till: Till): Promise<string[]> =>
      (await sql`select reference from consumptions where merchant_id = ${till.merchant.id} order by id`).map(
        ({ reference }) => reference,
      ),
  }
}

/** Lets an authorization's time be over. Nothing marks it: that is for the service to do. */
export const letExpire = ({ sql }: TillRaces, till: Till, authorized: Authorized) => sql`
  update authorizations set expires_at = authorized_at + interval '1 microsecond'
  where merchant_id = ${till.merchant.id} and code = ${authorized.authorizationCode}`

/** A call of every caller. */
export const calls = (of: (n: number) => Call): Call[] => Array.from({ length: callers }, (_, n) => of(n))

/** True for 25 of the 50, taking turns at each process; who is first changes from round to round. */
export const isFirstHalf = (n: number, round: number): boolean => (Math.floor(n / 2) + n + round) % 2 === 0

const credentialOf = (till: Till, n: number): ApiKey => (n % 3 === 0 ? till.otherCredential : till.credential)

type Purchase = { reference: string; key?: string; purchaseAmount?: number; person?: Person }

/** Caller n applies the till's discount. A key of its own, unless one is given. */
export const apply = (till: Till, n: number, purchase: Purchase): Call => {
  const person = purchase.person ?? till.person
  return {
    operation: 'applyDiscount',
    credential: credentialOf(till, n),
    key: purchase.key ?? randomUUID(),
    body: {
      identificationTypeId: person.identificationTypeId,
      identification: person.identification,
      merchantDiscountId: till.discountId,
      purchaseAmount: purchase.purchaseAmount ?? 1_000,
      reference: purchase.reference,
    },
  }
}

/** Caller n confirms an authorization. A key of its own, unless one is given. */
export const consume = (till: Till, n: number, authorized: Authorized, key: string = randomUUID()): Call => ({
  operation: 'registerConsumption',
  credential: credentialOf(till, n),
  key,
  body: { ...authorized, consumptionDate: '2026-01-02T03:04:05Z' },
})

/** Caller n gives an authorization back. */
export const release = (till: Till, n: number, authorized: Authorized): Call => ({
  operation: 'releaseAuthorization',
  credential: credentialOf(till, n),
  body: authorized,
})
