import { describe, expect, it } from 'vitest'
import { type AddressFlaw, centsOf, flawsOfAddress, seenAnswer, seenInput } from './seen'

const eyes = { keys: { hmac: Buffer.alloc(32, 1), encryption: Buffer.alloc(32, 2) } }

describe('what is seen of a body', () => {
  it('has amounts as decimal texts, the sum of the items, and no identification', () => {
    const sent = {
      identificationTypeId: 1,
      identification: '99900000002',
      merchantDiscountId: 7,
      purchaseAmount: 850.5,
      reference: 'T-1',
      items: [
        { sku: ' TEST-1 ', quantity: 2, unitPrice: 400 },
        { sku: 'NOBODY', quantity: 0.505, unitPrice: 100 },
      ],
    }
    const seen = seenInput(sent, { ...eyes, unknownSkus: (skus) => skus.filter((sku) => sku !== 'TEST-1').length })
    expect(seen).toEqual({
      person: { digest: expect.stringMatching(/^[0-9a-f]{64}$/), assigned: '02', isOfTest: true },
      reference: 'T-1',
      merchantDiscountId: 7,
      purchaseAmount: '850.50',
      items: { lines: 2, sum: '850.50', unknownSkus: 1 },
    })
    expect(JSON.stringify(seen)).not.toContain('99900000002')
    expect(JSON.parse(JSON.stringify(seen))).toEqual(seen)
  })

  it.each([
    undefined,
    null,
    'text',
    [1],
    { identification: 4 },
    { identificationTypeId: 1, identification: '001-0000000-1' },
    { items: 'none', reference: 'x'.repeat(65), purchaseAmount: 1.005 },
  ])('is empty where nothing can be read: %j', (sent) => {
    expect(seenInput(sent, eyes)).toEqual({})
  })

  it.each([
    [1, '99900000030', { assigned: '30', isOfTest: true }],
    [2, 'prueba30', { assigned: '30', isOfTest: true }],
    [1, '99900000099', { isOfTest: true }],
    [1, '00112345678', { isOfTest: false }],
    [2, '99900000030', { isOfTest: false }],
  ])('tells who is assigned, and who could be real: %i %s', (identificationTypeId, identification, told) => {
    const { person } = seenInput({ identificationTypeId, identification }, eyes)
    expect(person).toEqual({ ...told, digest: expect.any(String) })
  })

  it('leaves the sum away when a line cannot be read', () => {
    const items = [{ sku: 'A', quantity: '2', unitPrice: 1 }, null]
    expect(seenInput({ items }, eyes)).toEqual({ items: { lines: 2 } })
  })
})

describe('what is seen of an answer', () => {
  it('has what judges compare, and no name', () => {
    const value = { eligible: true, collaborator: { displayName: 'Ana P.' }, discounts: [{}] }
    expect(seenAnswer(value)).toEqual({ isEligible: true })
    expect(
      seenAnswer({
        authorizationCode: 'AB-CD',
        status: 'Authorized',
        discountAmount: 1.03,
        finalAmount: 9.22,
        expiresAt: '2026-11-23T12:00:00.000Z',
      }),
    ).toEqual({
      authorizationCode: 'AB-CD',
      state: 'Authorized',
      discountAmount: '1.03',
      finalAmount: '9.22',
      expiresAt: Date.parse('2026-11-23T12:00:00Z'),
    })
    expect(seenAnswer({ access_token: 'secret', expires_in: 900 })).toEqual({ expiresInSeconds: 900 })
    expect(centsOf(seenAnswer({ finalAmount: 9.2 }).finalAmount)).toBe(920n)
    expect(centsOf(undefined)).toBeUndefined()
  })
})

describe('the address of a call', () => {
  it.each<[string, AddressFlaw[]]>([
    ['/api/v1/integrations/eligibility', []],
    ['/api/v1/integrations/eligibility?identification=1', ['identification']],
    ['/api/v1/integrations/eligibility?who=001-0000000-1', ['identification']],
    ['/api/v1/integrations/eligibility/99900000001', ['identification']],
    ['/api/v1/integrations/eligibility?who=PRUEBA01', ['identification']],
    ['/api/v1/integrations/discounts/authorizations?reference=T-000123', []],
    ['/api/v1/integrations/discounts/authorizations?reference=99900000001', ['reference']],
    ['/api/v1/consumptions?api_key=x', ['secret']],
    [`/api/v1/consumptions?x=ck_test0123456789ab.${'z'.repeat(40)}&identification=9`, ['identification', 'secret']],
    [`/api/v1/consumptions?cursor=${'a'.repeat(60)}&limit=5`, []],
  ])('%s: %j', (path, flaws) => {
    expect(flawsOfAddress(new URL(path, 'http://localhost'))).toEqual(flaws)
  })
})
