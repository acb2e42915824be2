import type fc from 'fast-check'
import { expect } from 'vitest'
import { sweepOverdueAuthorizations } from '@/db/queries/tills/sweep'
import { kindOf } from '../../fixtures/barrier'
import {
  type ApplyRequest,
  applied,
  authorizationShown,
  boundTo,
  type ConsumeRequest,
  consumed,
  consumptionShown,
  held,
  type Model,
  type ModelAuthorization,
  offered,
  type WriteRequest,
} from './model'
import { shown } from './terms'
import type { World } from './world'

/** What was answered in all runs, so that a run that never gets anywhere does not pass for a good one. */
export const seen: Record<string, number> = {}
const note = (operation: string, kind: string): void => {
  const name = `${operation} ${kind}`
  seen[name] = (seen[name] ?? 0) + 1
}

/** From which till a call comes and how it spells its body: neither may matter (D41, D44). */
export type Manner = { till: number; spelling: number }

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

/** Sends a write and holds the answer, and the model, to each other. */
async function write(model: Model, real: World, request: WriteRequest, key: string, manner: Manner): Promise<void> {
  const spelledKey = manner.spelling === 1 ? `"${key.toUpperCase()}"` : key
  const localDay = await real.localDay()
  const answer = await real.send(manner.till, request.operation, {
    body: real.bodyOf(request, manner.spelling),
    key: spelledKey,
  })
  const got = kindOf(answer)
  const bound = boundTo(model, key, request)
  if (bound && 'request' in bound) {
    note(request.operation, got)
    expect(got).toBe('201 replayed')
    expect(answer.body.value).toEqual(answerShown(bound.authorization, request))
    return
  }
  const expected =
    bound ?? (request.operation === 'applyDiscount' ? applied(model, request, localDay) : consumed(model, request))
  if ('status' in expected) {
    note(request.operation, `${got} ${expected.why}`.trim())
    expect(got).toBe(`${expected.status} ${expected.code}`)
    return
  }
  expect(got).toBe('201')
  const { value } = answer.body
  if ('authorization' in expected && expected.authorization.status === 'Expired') note(request.operation, '201 late')
  const authorization =
    'authorization' in expected
      ? recordConsumption(expected, value.code, real.paidAt)
      : recordAuthorization(model, request, expected, value, localDay)
  model.bound.push({ key, request, authorization })
  const { consumption } = authorization
  note(request.operation, consumption && consumption.granted < authorization.granted ? '201 for less' : '201')
  expect(value).toEqual(answerShown(authorization, request))
}

const answerShown = (authorization: ModelAuthorization, { operation }: WriteRequest) =>
  operation === 'applyDiscount' || !authorization.consumption
    ? authorizationShown(authorization, 'Authorized')
    : consumptionShown(authorization, authorization.consumption)

function recordConsumption(
  { authorization, purchase, granted }: Extract<ReturnType<typeof consumed>, { authorization: unknown }>,
  code: string,
  date: string,
): ModelAuthorization {
  authorization.status = 'Consumed'
  authorization.consumption = { code, purchase, granted, date }
  return authorization
}

function recordAuthorization(
  model: Model,
  request: WriteRequest,
  { discount, granted, subtotal }: Extract<ReturnType<typeof applied>, { discount: unknown }>,
  value: { authorizationCode: string; expiresAt: string },
  localDay: string,
): ModelAuthorization {
  expect(model.authorizations.map(({ code }) => code)).not.toContain(value.authorizationCode)
  const minutes = (Date.parse(value.expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15.1)
  const { person = 0, amount = 0n } = request.operation === 'applyDiscount' ? request : {}
  const authorization: ModelAuthorization = {
    code: value.authorizationCode,
    reference: request.reference,
    discount,
    person,
    localDay,
    purchase: amount,
    granted,
    subtotal,
    status: 'Authorized',
    expiresAt: value.expiresAt,
  }
  model.authorizations.push(authorization)
  return authorization
}

type Command = fc.AsyncCommand<Model, World>

/** A key that was used before (of any operation), or a new one. */
const keyOf = (model: Model, real: World, old: number | undefined): string =>
  (old === undefined ? undefined : at(model.bound, old)?.key) ?? real.newKey()

const command = (name: string, run: Command['run']): Command => ({ check: () => true, run, toString: () => name })
const print = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))

export const apply = (request: ApplyRequest, oldKey: number | undefined, manner: Manner): Command =>
  command(`apply(${print({ ...request, oldKey, ...manner })})`, (model, real) =>
    write(model, real, request, keyOf(model, real, oldKey), manner),
  )

type Target = { which: number; otherReference: boolean }

/** The newest come first, so that a shorter list of commands still means the same ones. */
function targetOf(model: Model, { which, otherReference }: Target): { code: string; reference: string } {
  const found = at(model.authorizations.toReversed(), which)
  return {
    code: found?.code ?? 'AAAA-AAAA-AAAA-AAAA-AAAA',
    reference: otherReference || !found ? 'T-unknown' : found.reference,
  }
}

export const consume = (
  target: Target,
  total: bigint | undefined,
  oldKey: number | undefined,
  manner: Manner,
): Command =>
  command(`consume(${print({ ...target, total, oldKey, ...manner })})`, (model, real) => {
    const request: ConsumeRequest = { operation: 'registerConsumption', ...targetOf(model, target), total }
    return write(model, real, request, keyOf(model, real, oldKey), manner)
  })

/** The same request with the same key, perhaps from another till and in other words. */
export const again = (which: number, manner: Manner): Command =>
  command(`again(${print({ which, ...manner })})`, async (model, real) => {
    const bound = at(model.bound, which)
    if (bound) await write(model, real, bound.request, bound.key, manner)
  })

/** Another request with the same key. */
export const otherBody = (which: number, manner: Manner): Command =>
  command(`otherBody(${print({ which, ...manner })})`, async (model, real) => {
    const bound = at(model.bound, which)
    if (!bound) return
    const { request } = bound
    // Another amount, and one that may be sent (D14): a body that fits no schema is refused before its key is looked at (D9).
    const another = (amount: bigint) => (amount > 1n ? amount - 1n : amount + 1n)
    const other: WriteRequest =
      request.operation === 'applyDiscount'
        ? { ...request, amount: another(request.amount) }
        : { ...request, total: another(request.total ?? 0n) }
    await write(model, real, other, bound.key, manner)
  })

export const release = (target: Target, { till }: Manner): Command =>
  command(`release(${print({ ...target, till })})`, async (model, real) => {
    const { code, reference } = targetOf(model, target)
    const answer = await real.send(till, 'releaseAuthorization', { body: { authorizationCode: code, reference } })
    const found = held(model, code, reference)
    note('release', found ? `${kindOf(answer)} of ${found.status}` : kindOf(answer))
    if (!found) return expect(kindOf(answer)).toBe('404 authorization_not_found')
    if (found.status === 'Consumed') return expect(kindOf(answer)).toBe('400 authorization_already_used')
    if (found.status === 'Authorized') found.status = 'Released'
    expect(kindOf(answer)).toBe('200')
    expect(answer.body.value).toEqual(authorizationShown(found))
  })

/** Lets the time of an authorization be over. Nobody is told. */
export const expire = (which: number): Command =>
  command(`expire(${which})`, async (model, real) => {
    const found = at(
      model.authorizations.filter(({ status }) => status === 'Authorized'),
      which,
    )
    if (!found) return
    const [row] = await real.sql<{ expiresAt: Date }[]>`
      update authorizations set expires_at = authorized_at + interval '1 microsecond'
      where merchant_id = ${real.merchantId} and code = ${found.code} and status = 'Authorized'
      returning expires_at as "expiresAt"`
    note('expire', 'done')
    found.status = 'Expired'
    found.expiresAt = row?.expiresAt.toISOString() ?? 'was not active'
  })

/** Marks what is overdue; a row that another process is marking at this moment is left to it. */
export const sweep = (): Command =>
  command('sweep', async (_, real) => {
    const overdue = async () => {
      await sweepOverdueAuthorizations(real.database)
      const [row] = await real.sql`
        select count(*)::int as rows from authorizations
        where merchant_id = ${real.merchantId} and status = 'Authorized' and expires_at <= now()`
      return row?.rows
    }
    await expect.poll(overdue, { interval: 5 }).toBe(0)
  })

export const checkEligibility = (person: number, amount: bigint | undefined, { till }: Manner): Command =>
  command(`checkEligibility(${print({ person, amount, till })})`, async (model, real) => {
    const localDay = await real.localDay()
    const answer = await real.send(till, 'checkEligibility', {
      body: {
        identificationTypeId: 1,
        identification: real.identification(person),
        ...(amount === undefined ? {} : { purchaseAmount: shown(amount) }),
      },
    })
    const offers = offered(model, person, localDay, amount)
    note('checkEligibility', offers.length > 0 ? 'eligible' : 'not eligible')
    expect(kindOf(answer)).toBe('200')
    const { eligible, collaborator, discounts } = answer.body.value
    expect({ eligible, collaborator, discounts: discounts.map(offerShown) }).toEqual({
      eligible: offers.length > 0,
      collaborator: offers.length > 0 ? { displayName: 'Ana P.', companyName: real.companyName } : null,
      discounts: offers.map(({ id, estimate }) => ({
        id,
        ...(estimate === undefined ? {} : { estimate: shown(estimate) }),
      })),
    })
  })

const offerShown = (offer: { merchantDiscountId: number; estimatedDiscountAmount?: number }) => ({
  id: offer.merchantDiscountId,
  ...('estimatedDiscountAmount' in offer ? { estimate: offer.estimatedDiscountAmount } : {}),
})

/** Asks what stands for a reference (D45). */
export const recover = (reference: string, { till }: Manner): Command =>
  command(`recover(${print({ reference, till })})`, async (model, real) => {
    const answer = await real.send(till, 'findAuthorization', { query: { reference } })
    const found = model.authorizations.findLast((each) => each.reference === reference)
    note('recover', found ? `${kindOf(answer)} ${found.status}` : kindOf(answer))
    if (!found) return expect(kindOf(answer)).toBe('404 authorization_not_found')
    expect(kindOf(answer)).toBe('200')
    expect(answer.body.value).toEqual({
      ...authorizationShown(found),
      consumption: found.consumption ? consumptionShown(found, found.consumption) : null,
    })
  })
