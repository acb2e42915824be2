import { expect } from 'vitest'
import type { Sql } from '@/db/client'
import { expectInvariants } from '../db/invariants'
import type { Try, Write } from './load'

/**
 * Holds what the tills saw against what the database has: every write came to its end, every 201 that was seen is there with
 * the same values, whether it was the first answer or a replay, and there is no record that nobody meant (trust.md A7, I3 and I5).
 */
export async function expectOneOutcomeEach(sql: Sql, merchantId: number, writes: readonly Write[]): Promise<void> {
  const unfinished = writes.filter((write) => !write.tries.at(-1)?.kind.startsWith('201'))
  expect(unfinished.slice(0, 3), `${unfinished.length} writes without an outcome`).toEqual([])

  // Fresh from an empty database, PostgreSQL plans for empty tables.
  await sql`analyze`
  const records = await recordsByKey(sql, merchantId)
  const wrong = writes.flatMap((write) => {
    const held = records.get(write.key)
    return write.values.filter((value) => !equal(value, held)).map((value) => ({ write, value, held }))
  })
  expect(wrong.slice(0, 3), `${wrong.length} answers that the database does not bear out`).toEqual([])

  // What the till says was bought for is what the sale is for: of a reservation, and of a confirmation that says it anew (D40).
  const said = writes.filter(({ body, values }) =>
    values.some((value) => body.purchaseAmount !== undefined && value.purchaseAmount !== body.purchaseAmount),
  )
  expect(said.slice(0, 3), `${said.length} writes with another total than was said`).toEqual([])

  const meant = (operation: Write['operation']) => writes.filter((write) => write.operation === operation).length
  const [counted] = await sql`
    select (select count(*)::int from authorizations where merchant_id = ${merchantId}) as authorizations,
      (select count(*)::int from consumptions where merchant_id = ${merchantId}) as consumptions,
      (select count(*)::int from idempotency_keys where merchant_id = ${merchantId}) as keys`
  expect({ ...counted }).toEqual({
    authorizations: meant('applyDiscount'),
    consumptions: meant('registerConsumption'),
    keys: writes.length,
  })
  await expectInvariants(sql)
}

/** The record of each key as the API would answer it, computed here from the rows alone. */
export async function recordsByKey(sql: Sql, merchantId: number): Promise<Map<string, Record<string, unknown>>> {
  const rows = await sql`
    select k.key, null as consumption_code, a.code, a.reference, a.discount_id, a.expires_at, null::timestamptz as consumption_date,
      a.purchase_amount, a.discount_amount, a.final_amount
    from idempotency_keys k join authorizations a on a.merchant_id = k.merchant_id and a.id = k.authorization_id
    where k.merchant_id = ${merchantId}
    union all
    select k.key, c.code, a.code, a.reference, a.discount_id, a.expires_at, c.consumption_date,
      c.purchase_amount, c.discount_amount, c.final_amount
    from idempotency_keys k join consumptions c on c.merchant_id = k.merchant_id and c.id = k.consumption_id
    join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
    where k.merchant_id = ${merchantId}`
  return new Map(
    rows.map((row) => {
      const common = {
        authorizationCode: row.code,
        reference: row.reference,
        currency: 'DOP',
        purchaseAmount: Number(row.purchase_amount),
        discountAmount: Number(row.discount_amount),
        finalAmount: Number(row.final_amount),
      }
      const own = row.consumption_code
        ? { code: row.consumption_code, status: 'Registered', consumptionDate: row.consumption_date.toISOString() }
        : { status: 'Authorized', merchantDiscountId: row.discount_id, expiresAt: row.expires_at.toISOString() }
      return [row.key, { ...common, ...own }]
    }),
  )
}

export const equal = (value: Record<string, unknown>, held: Record<string, unknown> | undefined): boolean =>
  held !== undefined &&
  Object.keys(value).length === Object.keys(held).length &&
  Object.entries(held).every(([name, part]) => value[name] === part)

/** How many there are of each. */
export function countEach(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** How many tries of each kind there are. */
export const kinds = (tries: readonly Try[]): Record<string, number> => countEach(tries.map(({ kind }) => kind))

/** Fails when a try came to anything else than one of `allowed`; `no answer` stands for all of its reasons. */
export function expectOnly(tries: readonly Try[], allowed: readonly string[]): void {
  const others = tries.filter(({ kind }) => !allowed.some((one) => kind === one || kind.startsWith(`${one} (`)))
  expect(kinds(others), `only ${allowed.join(', ')}`).toEqual({})
}

/** Milliseconds from `from` to the end of the last try that came to no 201; 0 when there is none. */
export function recoveryMs(tries: readonly Try[], from: number): number {
  const failed = tries.filter(({ kind, endedAt }) => endedAt > from && !kind.startsWith('201'))
  return Math.max(0, ...failed.map(({ endedAt }) => Math.round(endedAt - from)))
}

/** Those that were sent between two moments. */
export const sentBetween = (tries: readonly Try[], from: number, to: number): Try[] =>
  tries.filter(({ startedAt }) => startedAt >= from && startedAt < to)

/** The p-th quantile of how long they took, in milliseconds. */
export function quantileMs(tries: readonly Pick<Try, 'startedAt' | 'endedAt'>[], p: number): number {
  const sorted = tries.map(({ startedAt, endedAt }) => endedAt - startedAt).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0)
}

/** Prints what a test has seen. */
export function printFigures(title: string, figures: Readonly<Record<string, unknown>>): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  const shown = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, part]) => `${name}: ${part}`)
          .join(' · ') || 'none'
      : String(value)
  const lines = Object.entries(figures).map(([name, value]) => `  ${name.padEnd(width)}  ${shown(value)}`)
  console.log(['', title, ...lines, ''].join('\n'))
}
