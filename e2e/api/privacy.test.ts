import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canariesIn } from '../fixtures/canaries'
import { type Answer, call, send, tokenOf } from '../fixtures/client'
import { newIdentification, type Shop } from '../fixtures/factories'
import { startService } from '../fixtures/service'
import { countStatements } from './statement-counter'
import { expire, grantedDiscount, outcome, sameness, startApi, till } from './till'

const api = startApi()

/** Everybody who has no benefit at the shop, each for another reason, as the fields that name them. */
async function peopleWithout(
  shop: Shop,
): Promise<Record<string, { identificationTypeId: number; identification: string }>> {
  const { sql, make } = api()
  const typed = async (typeId: number) => make.person(shop.company.id, { typeId })
  const ungranting = await make.company()
  await make.affiliation(ungranting.id, shop.merchant.id)
  const foreign = await make.shop()
  const formerly = await make.person(shop.company.id)
  await sql`update collaborators set active = false where id = ${formerly.id}`
  const people = {
    inactive: await make.person(shop.company.id, { active: false }),
    'deactivated since': formerly,
    'of a company that grants nothing': await make.person(ungranting.id),
    'of a company without affiliation': await make.person((await make.company()).id),
    "of another merchant's company": foreign.person,
    'of a type with a paused grant': await typed(await typeOf(shop, { status: 'paused' })),
    'of a type with a past grant': await typed(
      await typeOf(shop, { validFrom: new Date(Date.now() - 9e6), validTo: new Date(Date.now() - 1e3) }),
    ),
  }
  await sql`delete from grants where discount_id = ${shop.discountId}`
  const named = Object.entries(people).map(([why, { identificationTypeId, identification }]) => [
    why,
    { identificationTypeId, identification },
  ])
  return {
    unknown: { identificationTypeId: 1, identification: newIdentification() },
    'known under another type': { identificationTypeId: 2, identification: people.inactive.identification },
    ...Object.fromEntries(named),
  }
}

async function typeOf(shop: Shop, options: Parameters<typeof grantedDiscount>[2]): Promise<number> {
  const { make } = api()
  const typeId = await make.collaboratorType(shop.company.id)
  await grantedDiscount(make, shop, options, typeId)
  return typeId
}

describe('an answer about somebody without benefits (contract 4.2; D25)', () => {
  it('is the same bytes with the same headers, whoever it is and whatever is asked', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const people = await peopleWithout(shop)
    const my = till(url, shop)
    const branchId = await make.branch(shop.merchant.id)
    for (const asked of [{}, { purchaseAmount: 0 }, { purchaseAmount: 99_999.99, branchId }]) {
      const unknown = await my.eligibility({ ...people.unknown, ...asked })
      expect(unknown.body.value).toEqual({ eligible: false, collaborator: null, discounts: [] })
      for (const [why, who] of Object.entries(people)) {
        expect(sameness(await my.eligibility({ ...who, ...asked })), why).toEqual(sameness(unknown))
      }
    }
    const unknown = await my.apply(people.unknown)
    expect(outcome(unknown)).toBe('404 discount_not_available')
    for (const [why, who] of Object.entries(people)) {
      expect(sameness(await my.apply(who)), why).toEqual(sameness(unknown))
    }
  })

  it('is the same work: the same statements in the same order', async () => {
    const { databaseUrl, make } = api()
    const shop = await make.shop()
    const counter = await countStatements(databaseUrl)
    const service = await startService(counter.databaseUrl)
    try {
      const my = till(service.url, shop)
      const idempotencyKey = randomUUID()
      expect(outcome(await my.eligibility())).toBe('200')
      expect(outcome(await my.apply({}, { idempotencyKey }))).toBe('201')
      // It does see what passes.
      const eligible = counter.take()
      expect(eligible.filter((statement) => /\breserved as\b/.test(statement))).toHaveLength(1)
      expect(eligible.filter((statement) => /lateral offers_of_person/.test(statement))).toHaveLength(2)

      const people = await peopleWithout(shop)
      const asked = async (ask: () => Promise<Answer>) => {
        counter.take()
        await ask()
        return counter.take()
      }
      const who = { ...people.unknown }
      const ofEligibility = await asked(() => my.eligibility(who))
      const ofApply = await asked(() => my.apply(who))
      // The credential travels with it (ADR-0066).
      expect(ofEligibility).toHaveLength(1)
      expect(ofApply).toHaveLength(1)
      for (const [why, person] of Object.entries(people)) {
        expect(await asked(() => my.eligibility(person)), why).toEqual(ofEligibility)
        expect(await asked(() => my.apply(person)), why).toEqual(ofApply)
      }
    } finally {
      await service.stop()
      await counter.close()
    }
  })
})

describe('an identification (D32)', () => {
  /** One call of every kind, answered in every way, each under a request id of its own. */
  async function everything(shop: Shop) {
    const { url, sql, make } = api()
    const answers: Answer[] = []
    const requestIds: string[] = []
    const keep = async (ask: (options: { headers: Record<string, string> }) => Promise<Answer>): Promise<Answer> => {
      const requestId = `privacy-${randomUUID()}`
      const answer = await ask({ headers: { 'X-Request-Id': requestId } })
      expect(answer.headers.get('x-request-id')).toBe(requestId)
      requestIds.push(requestId)
      answers.push(answer)
      return answer
    }
    const { credential } = shop
    const { identification } = shop.person
    const token = await tokenOf(url, await make.oauthClient(shop.merchant.id))
    const reader = await make.apiKey(shop.merchant.id, { permissions: ['core.consumptions.read'] })
    for (const my of [till(url, shop), till(url, { ...shop, credential: token })]) {
      await keep((options) => my.eligibility({ purchaseAmount: 100 }, options))
      await keep((options) => my.eligibility({ identification: newIdentification() }, options))
      await keep((options) => my.eligibility({ identification: `${identification}-` }, options))
      await keep((options) => my.eligibility({ identification: Number(identification) }, options))
      await keep((options) => my.eligibility({ identificationTypeId: identification }, options))
      await keep((options) => my.eligibility({ identification: `${identification}\ud800` }, options))
      const held = (await keep((options) => my.apply({}, options))).body.value
      await keep((options) => my.apply({ reference: held.reference }, options))
      await keep((options) => my.apply({ branchId: identification }, options))
      await keep((options) => my.apply({ merchantDiscountId: 2_000_000_000 }, options))
      const idempotencyKey = randomUUID()
      await keep((options) => my.consume(held, {}, { ...options, idempotencyKey }))
      await keep((options) => my.consume(held, {}, { ...options, idempotencyKey }))
      await keep((options) => my.apply({}, { ...options, idempotencyKey }))
      await keep((options) => my.consume(held, {}, options))
      await keep((options) => my.find(held.reference, options))
      const given = await my.reserved()
      await keep((options) => my.release(given, {}, options))
      const overdue = await my.reserved()
      await expire(sql, overdue)
      await keep((options) => my.consume(overdue, {}, options))
      await keep((options) => my.list({}, { ...options, credential: reader }))
    }
    const malformed = `{"identification":"${identification}",`
    await keep((options) => call(url, 'checkEligibility', { credential, body: malformed, ...options }))
    await keep((options) => call(url, 'checkEligibility', { credential, body: `"${identification}`, ...options }))
    const headers = { 'X-Api-Key': credential.apiKey }
    const types = `${url}/api/v1/integrations/identification-types?identification=${identification}`
    await keep((options) => send(types, { headers: { ...headers, ...options.headers } }))
    // What is refused before it is an operation leaves no line at all.
    answers.push(await send(`${url}/api/v1/integrations/eligibility?identification=${identification}`, { headers }))
    answers.push(await send(`${url}/api/v1/integrations/eligibility/${identification}`, { headers }))
    // An unexpected error of the database quotes the row in its details.
    await sql`alter table authorizations add constraint unexpected check (purchase_amount <> 666.66)`
    const my = till(url, shop)
    const broken = await keep((options) => my.apply({ reference: identification, purchaseAmount: 666.66 }, options))
    await sql`alter table authorizations drop constraint unexpected`
    expect(outcome(broken)).toBe('500 internal_error')
    return { answers, requestIds }
  }

  it('stands in no answer, and neither does a full name', async () => {
    const shop = await api().make.shop()
    const { answers } = await everything(shop)
    for (const status of [200, 201, 400, 404, 405, 409, 500]) {
      expect(answers.map((answer) => answer.status)).toContain(status)
    }
    for (const { text, headers } of answers) {
      const whole = `${text}${JSON.stringify([...headers])}`
      expect(whole).not.toContain(shop.person.identification)
      expect(whole).not.toContain('Pérez')
    }
  })

  it('is stored in no column as it is', async () => {
    const { sql, make } = api()
    const { person } = await make.shop()
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
    expect(tables.length).toBeGreaterThan(10)
    const hex = Buffer.from(person.identification).toString('hex')
    for (const { name } of tables) {
      const found = await sql`select from ${sql(name)} t
        where strpos(t::text, ${person.identification}) > 0 or strpos(t::text, ${hex}) > 0`
      expect(found.length, name).toBe(0)
    }
  })

  it('stands in no log line, though the log tells of every call', async () => {
    const { make, service } = api()
    const shop = await make.shop()
    const { requestIds } = await everything(shop)
    expect(await service.stop()).toBe(0)
    const log = service.log()
    for (const requestId of requestIds) expect(log.split(requestId)).toHaveLength(2)
    // What is searched for would be found.
    expect(canariesIn(`x${shop.person.identification}x`)).toHaveLength(1)
    expect(canariesIn(log)).toEqual([])
    expect(log).not.toContain('Pérez')
    // The database's error is told by its code, not by what it quotes.
    expect(log).toContain('"sqlstate":"23514"')
    expect(log).not.toContain('666.66')
  })
})
