import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Fault } from '@/lib/kernel/fault'
import { applyInput, consumeInput, consumptionsQuery, eligibilityInput, releaseInput } from '@/lib/redemption/schemas'
import { faultBody } from './envelope'
import { problemsOf, reportingInput } from './problems'

/** What an endpoint finds wrong with `value`: the same call as in endpoint.ts. */
function problemsIn(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value, reportingInput)
  return parsed.success ? [] : problemsOf(parsed.error)
}

const apply = {
  identificationTypeId: 1,
  identification: '00100000001',
  merchantDiscountId: 1,
  purchaseAmount: 10,
  reference: 'T-1',
}
const item = { sku: 'A', quantity: 1, unitPrice: 1 }
const consume = { authorizationCode: 'A', reference: 'T-1', consumptionDate: '2026-11-21T14:03:00-04:00' }
const eligibility = { identificationTypeId: 1, identification: '00100000001' }

const cases: [schema: z.ZodType, value: unknown, field: string | undefined, problem: string][] = [
  [eligibilityInput, [], undefined, 'type:object'],
  [eligibilityInput, null, undefined, 'type:object'],
  [eligibilityInput, 'text', undefined, 'type:object'],
  [eligibilityInput, { identification: '1' }, 'identificationTypeId', 'required'],
  [eligibilityInput, { ...eligibility, identificationTypeId: null }, 'identificationTypeId', 'type:number'],
  [eligibilityInput, { ...eligibility, identificationTypeId: '1' }, 'identificationTypeId', 'type:number'],
  [eligibilityInput, { ...eligibility, identificationTypeId: 1.5 }, 'identificationTypeId', 'type:int'],
  [eligibilityInput, { ...eligibility, identificationTypeId: 0 }, 'identificationTypeId', 'too_small'],
  [eligibilityInput, { ...eligibility, identificationTypeId: 1e300 }, 'identificationTypeId', 'too_large'],
  [eligibilityInput, { ...eligibility, identification: 1 }, 'identification', 'type:string'],
  [eligibilityInput, { ...eligibility, identification: '1-2' }, 'identification', 'identification'],
  [eligibilityInput, { ...eligibility, branchId: '1' }, 'branchId', 'type:number'],
  [eligibilityInput, { ...eligibility, purchaseAmount: -0.01 }, 'purchaseAmount', 'too_small_amount'],
  [applyInput, { ...apply, purchaseAmount: 0.001 }, 'purchaseAmount', 'two_decimals'],
  [applyInput, { ...apply, purchaseAmount: 1e9 }, 'purchaseAmount', 'too_large_amount'],
  [applyInput, { ...apply, purchaseAmount: true }, 'purchaseAmount', 'type:number'],
  [applyInput, { ...apply, reference: ' ' }, 'reference', 'blank'],
  [applyInput, { ...apply, reference: 'x'.repeat(65) }, 'reference', 'at_most_64'],
  [applyInput, { ...apply, reference: 'a\tb' }, 'reference', 'control_characters'],
  [applyInput, { ...apply, items: {} }, 'items', 'type:array'],
  [applyInput, { ...apply, items: new Array(501).fill(item) }, 'items', 'too_long'],
  [applyInput, { ...apply, items: [item, item, { quantity: 1, unitPrice: 1 }] }, 'items[2].sku', 'required'],
  [applyInput, { ...apply, items: [item, 7] }, 'items[1]', 'type:object'],
  [applyInput, { ...apply, items: [{ ...item, quantity: 1.0001 }] }, 'items[0].quantity', 'three_decimals'],
  [applyInput, { ...apply, items: [{ ...item, unitPrice: '35' }] }, 'items[0].unitPrice', 'type:number'],
  [consumeInput, { ...consume, consumptionDate: '2026-02-30T00:00:00Z' }, 'consumptionDate', 'date_time'],
  [consumeInput, { ...consume, consumptionDate: 1763733780 }, 'consumptionDate', 'type:string'],
  [consumeInput, { ...consume, consumptionDate: '0000-01-01T00:00:00Z' }, 'consumptionDate', 'date_time'],
  [releaseInput, { authorizationCode: '', reference: 'T-1' }, 'authorizationCode', 'too_short'],
  [releaseInput, { authorizationCode: 'A'.repeat(65), reference: 'T-1' }, 'authorizationCode', 'too_long'],
  [consumptionsQuery, { limit: '201' }, 'limit', 'limit'],
  [consumptionsQuery, { branchId: '-1' }, 'branchId', 'positive_integer'],
  [consumptionsQuery, { cursor: '!' }, 'cursor', 'cursor'],
  [consumptionsQuery, { from: 'yesterday' }, 'from', 'date_time'],
]

describe('what a schema finds wrong (D3)', () => {
  it.each(cases)('%# names the field and the problem', (schema, value, field, problem) => {
    expect(problemsIn(schema, value).map((one) => [one.field, one.problem])).toEqual([[field, problem]])
  })

  it('has words of its own for every problem, in both languages (D4)', () => {
    for (const [schema, value, , problem] of cases) {
      const problems = problemsIn(schema, value)
      for (const language of ['es', 'en'] as const) {
        const body: { messages: { message: string }[] } = JSON.parse(
          faultBody(new Fault('invalid_request', { problems }), language),
        )
        expect(body.messages[0]?.message, problem).not.toMatch(/^(El valor no es válido|The value is not valid)\.$/)
        expect(body.messages[0]?.message, problem).not.toMatch(/[{}]|undefined/)
      }
    }
  })

  it('never repeats what was sent (D32)', () => {
    const sent = 'SECRET 0010000000X'
    for (const value of [sent, [sent], { [sent]: sent }, { ...apply, identification: sent, reference: `${sent}\n` }]) {
      expect(faultBody(new Fault('invalid_request', { problems: problemsIn(applyInput, value) }), 'es')).not.toContain(
        sent,
      )
    }
  })

  it('is told to the twentieth, however much is wrong', () => {
    const items = new Array(500).fill({ sku: 1, quantity: 'x', unitPrice: null })
    const problems = problemsIn(applyInput, { ...apply, items })
    expect(problems).toHaveLength(20)
    expect(problems.at(-1)).toEqual({ field: 'items[6].quantity', problem: 'type:number' })
  })
})

it('what a schema is told gets no property more by zod, which would cost each body its own hidden class (ADR-0089)', () => {
  const told: unknown[] = []
  const schema = z.string()
  const { run } = schema._zod
  schema._zod.run = (payload, context) => {
    told.push(context)
    return run(payload, context)
  }
  schema.safeParse('a', reportingInput)
  expect(told).toHaveLength(1)
  expect(Object.keys(told[0] ?? {})).toEqual(Object.keys(reportingInput))
})
