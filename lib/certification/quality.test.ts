import { describe, expect, it } from 'vitest'
import type { RequestDetails } from '@/lib/requests/request'
import { type KeptCall, type QualityCheck, qualityChecks, qualityOf, suspends } from './quality'

const start = Date.parse('2026-11-23T12:00:00Z')
let made = 0

function kept(operation: string, at: number, details: RequestDetails = {}, fields: Partial<KeptCall> = {}): KeptCall {
  const n = String(++made).padStart(6, '0')
  return {
    id: n,
    occurredAt: new Date(start + at),
    operation,
    status: operation === 'issueToken' ? 200 : 201,
    code: null,
    replayed: false,
    durationMs: 5,
    requestId: `req-${n}`,
    address: '10.0.0.1',
    credential: { kind: 'api_key', id: 1 },
    details,
    ...fields,
  }
}

const applied = (at: number, n: string, input: Record<string, unknown> = {}, fields: Partial<KeptCall> = {}) =>
  kept(
    'applyDiscount',
    at,
    {
      input: { identification: '•••', reference: n, purchaseAmount: 100, merchantDiscountId: 1, ...input } as never,
      idempotencyKey: `a-${n}`,
      value: { authorizationCode: `C-${n}`, status: 'Authorized' },
    },
    fields,
  )

const confirmed = (at: number, n: string, input: Record<string, unknown> = {}, fields: Partial<KeptCall> = {}) =>
  kept(
    'registerConsumption',
    at,
    {
      input: {
        authorizationCode: `C-${n}`,
        reference: n,
        consumptionDate: new Date(start + at).toISOString(),
        ...input,
      } as never,
      idempotencyKey: `c-${n}`,
      value: { authorizationCode: `C-${n}` },
    },
    fields,
  )

/** Ten sound sales, a second apart. */
const sound = (from = 0) =>
  Array.from({ length: 10 }, (_, i) => `T${from + i}`).flatMap((n, i) => {
    const at = (from + i) * 1000
    return [applied(at, n, { items: [{ sku: 'A', quantity: 2, unitPrice: 50 }] }), confirmed(at + 500, n)]
  })

const breachesOf = (calls: readonly KeptCall[]) =>
  qualityOf(calls).checks.flatMap(({ check, breaches }) => (breaches.length > 0 ? [`${check} ${breaches.length}`] : []))

describe('the quality of an integration', () => {
  it('is a hundred for sound sales, and is not told without calls', () => {
    const { score, checks } = qualityOf(sound())
    expect(score).toBe(100)
    expect(checks.map(({ check }) => check)).toEqual([...qualityChecks])
    const looked = checks.flatMap((one) => (one.looked > 0 ? [`${one.check} ${one.looked}`] : []))
    expect(looked).toEqual(['C05 20', 'C07 10', 'C08 10', 'C25 10'])
    expect(qualityOf([]).score).toBeNull()
  })

  const refused = (status: number, code: string): Partial<KeptCall> => ({ status, code })
  const withKey = (call: KeptCall, idempotencyKey: string): KeptCall => ({
    ...call,
    details: { ...call.details, idempotencyKey },
  })
  const bad: readonly [QualityCheck, readonly KeptCall[]][] = [
    [
      'C03',
      [
        applied(0, 'X'),
        withKey(applied(900, 'X', {}, refused(400, 'reference_in_use')), 'another'),
        confirmed(1500, 'X'),
      ],
    ],
    [
      'C04',
      [
        applied(0, 'X'),
        confirmed(500, 'X'),
        withKey(confirmed(900, 'X', {}, refused(400, 'authorization_already_used')), 'another'),
      ],
    ],
    [
      'C05',
      [
        withKey(applied(0, 'X'), 'shared'),
        confirmed(500, 'X'),
        withKey(applied(900, 'Y', {}, refused(409, 'idempotency_key_reused')), 'shared'),
      ],
    ],
    ['C07', [applied(0, 'X'), confirmed(500, 'X', { reference: 'Y' }, refused(404, 'authorization_not_found'))]],
    ['C08', [applied(0, 'X'), confirmed(500, 'X', { consumptionDate: '2026-11-01T00:00:00Z' })]],
    ['C12', [applied(0, 'X', {}, refused(429, 'rate_limited')), applied(200, 'X'), confirmed(900, 'X')]],
    ['C13', [applied(0, 'X', {}, refused(503, 'service_unavailable')), applied(200, 'X'), confirmed(900, 'X')]],
    [
      'C15',
      Array.from({ length: 30 }, (_, i) =>
        kept('issueToken', i * 1000, {}, { credential: { kind: 'oauth_client', id: 2 } }),
      ),
    ],
    ['C23', Array.from({ length: 30 }, (_, i) => kept('listIdentificationTypes', i * 1000, {}, { status: 200 }))],
    ['C25', [applied(0, 'X', { items: [{ sku: 'A', quantity: 1, unitPrice: 10_000 }] }), confirmed(500, 'X')]],
  ]

  it.each(bad)('has a breach of %s, and of no other check', (check, calls) => {
    const all = [...sound(100), ...calls]
    expect(breachesOf(all)).toEqual([`${check} 1`])
    const { score, checks } = qualityOf(all)
    expect(score).toBeLessThan(100)
    const [breach] = checks.find((one) => one.check === check)?.breaches ?? []
    expect(calls.map(({ id }) => id)).toContain(breach?.id)
    expect(breachesOf(all.toReversed())).toEqual([`${check} 1`])
  })

  it('has no breach for what other tills on the same credential do', () => {
    const limited = applied(0, 'X', {}, refused(429, 'rate_limited'))
    expect(breachesOf([...sound(100), limited, applied(10, 'Y'), confirmed(400, 'Y'), applied(1_200, 'X')])).toEqual([])
  })

  it('suspends a certificate when more than one in a hundred breaks what it rests on', () => {
    const [, calls = []] = bad.find(([check]) => check === 'C05') ?? []
    expect(suspends(qualityOf([...sound(100), ...calls]))).toEqual(['C05'])
    expect(
      suspends(qualityOf([...Array.from({ length: 20 }, (_, i) => sound(100 + 10 * i)).flat(), ...calls])),
    ).toEqual([])
    expect(suspends(qualityOf(sound()))).toEqual([])
  })
})
