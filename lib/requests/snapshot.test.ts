import { describe, expect, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { answerOf, fieldRules, hidden, snapshotOf } from './snapshot'

/** ADR-0016: what may be kept of a call. */

const fieldsOf = (id: keyof typeof operations): string[] => {
  const { body, query }: Operation = operations[id]
  return Object.keys((body ?? query)?.shape ?? {})
}
const applied = (sent: unknown) => snapshotOf(fieldsOf('applyDiscount'), sent)
const sound = {
  identificationTypeId: 1,
  identification: '40212345678',
  merchantDiscountId: 12,
  purchaseAmount: 1250.5,
  reference: 'T-000123',
}

describe('what is kept of a body', () => {
  it('has a rule for every field of every operation', () => {
    const fields = (Object.keys(operations) as (keyof typeof operations)[]).flatMap(fieldsOf)
    expect(fields.filter((name) => fieldRules[name] === undefined)).toEqual([])
  })

  it('is what was sent, without the identification', () => {
    expect(applied(sound)).toEqual({ input: { ...sound, identification: hidden }, reference: 'T-000123' })
  })

  it('is nothing that repeats the identification, however it is written', () => {
    const { input, unknown, reference } = applied({
      ...sound,
      identification: '402-1234567-8',
      reference: 'CED 402 1234567 8',
      merchantDiscountId: 40212345678,
      branchId: '402123456',
      purchaseAmount: '40212345678',
      items: [{ sku: '40212345678', quantity: 1, unitPrice: 40212345678 }],
      a40212345678: 1,
    })
    expect(JSON.stringify([input, unknown])).not.toContain('40212345678')
    expect([input?.reference, input?.merchantDiscountId, input?.purchaseAmount]).toEqual([hidden, hidden, hidden])
    expect(unknown).toEqual([hidden])
    expect(reference).toBeUndefined()
  })

  it('shows the culprit that a schema will not have, as long as it can be no identification', () => {
    expect(applied({ ...sound, purchaseAmount: '1250.50', merchantDiscountId: null, items: 'x' }).input).toMatchObject({
      purchaseAmount: '1250.50',
      merchantDiscountId: null,
      items: hidden,
    })
    const { input } = snapshotOf(fieldsOf('registerConsumption'), {
      authorizationCode: '7KQM-2WXA-9DPT-HV4C-N8RB',
      reference: 'T-1',
      consumptionDate: '21/11/2026 14:03',
    })
    expect(input).toEqual({
      authorizationCode: '7KQM-2WXA-9DPT-HV4C-N8RB',
      reference: 'T-1',
      consumptionDate: '21/11/2026 14:03',
    })
  })

  it('is no secret, wherever it was put', () => {
    const key = `ck_${'a'.repeat(16)}.${'B7'.repeat(24)}`
    const { input } = applied({ ...sound, reference: key, items: [{ sku: 'x'.repeat(43), quantity: 1, unitPrice: 1 }] })
    expect(input).toMatchObject({ reference: hidden, items: [{ sku: hidden, quantity: 1, unitPrice: 1 }] })
  })

  it('names the fields that the operation does not know, and no more', () => {
    const { unknown, input } = applied({ ...sound, descuento: '40212345678', 'a b': 1, '00112345678': 2 })
    expect(unknown).toEqual(['descuento', hidden])
    expect(input).not.toHaveProperty('descuento')
  })

  it('is at most 4 KiB of any body', () => {
    const items = Array.from({ length: 500 }, () => ({
      sku: '😀'.repeat(200),
      quantity: 1.5,
      unitPrice: 999_999_999.99,
    }))
    const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${'x'.repeat(30)}${n}`, 1]))
    const { input, unknown, reference } = applied({ ...sound, reference: 'ñ'.repeat(100_000), items, ...names })
    expect(Buffer.byteLength(JSON.stringify({ input, unknown }))).toBeLessThan(4_096)
    expect(input?.items).toHaveLength(11)
    expect([...(reference ?? '')]).toHaveLength(65)
  })

  it('is nothing of what is no object', () => {
    for (const sent of [null, undefined, '40212345678', 40212345678, ['40212345678']]) {
      expect(applied(sent)).toEqual({ reference: undefined })
    }
  })
})

describe('what is kept of an answer', () => {
  it('is not who the collaborator is', () => {
    const value = {
      eligible: true,
      collaborator: { displayName: 'Ana P.', companyName: 'Empresa' },
      discounts: [{ merchantDiscountId: 12, name: '10 %', discountValue: 10, estimatedDiscountAmount: 125.05 }],
    }
    expect(answerOf(value, sound)).toEqual({
      eligible: true,
      collaborator: hidden,
      discounts: [{ merchantDiscountId: 12, discountValue: 10, estimatedDiscountAmount: 125.05 }],
    })
    expect(answerOf({ eligible: false, collaborator: null, discounts: [] }, sound)).toEqual({
      eligible: false,
      collaborator: null,
      discounts: [],
    })
  })

  it('of a list is how long it was', () => {
    expect(answerOf([{ code: 'A' }, { code: 'B' }], {})).toEqual(['… 2'])
  })
})
