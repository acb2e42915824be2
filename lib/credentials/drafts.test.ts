import { describe, expect, it } from 'vitest'
import { foldName } from '@/lib/kernel/names'
import { inputOf } from '@/lib/web/action-input'
import { confirmedCredential, credentialName, newApiKey, newOAuthClient, rotation } from './drafts'

describe('the name of a credential', () => {
  it.each([
    ['  Caja 3,   sucursal Naco ', 'Caja 3, sucursal Naco'],
    ['Peña', 'Peña'],
    ['<img onerror=alert(1)>', '<img onerror=alert(1)>'],
    ['=HYPERLINK("x")', '=HYPERLINK("x")'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('%j is taken as %j', (given, taken) => {
    expect(credentialName.parse(given)).toBe(taken)
  })

  it.each([
    ['', 'name_missing'],
    [' \t ', 'name_missing'],
    ['x'.repeat(61), 'name_too_long'],
    ['caja\u0000', 'name_unshowable'],
    ['caja \u202Eajac', 'name_unshowable'],
    ['caja \uD83D', 'name_unshowable'],
  ])('%j is refused as %s', (given, problem) => {
    expect(credentialName.safeParse(given).error?.issues.map((issue) => issue.message)).toContain(problem)
  })

  it('is the same name in other capitals, with other spaces, or decomposed', () => {
    expect(foldName(' CAJA  peña ')).toBe(foldName('caja Peña'))
    expect(foldName('caja 1')).not.toBe(foldName('caja 2'))
  })
})

describe('a draft', () => {
  const draft = { name: 'Caja 1', permissions: ['core.integrations'], validityDays: '30' }

  it.each([30, 90, 180, 365])('of a key is valid for %i days', (validityDays) => {
    expect(newApiKey.parse({ ...draft, validityDays: String(validityDays) })).toEqual({ ...draft, validityDays })
  })

  it.each(['31', '0', '-30', '', null, undefined, '30.5', ' 30', '1e2'])(
    'of a key is refused with %j days',
    (validityDays) => {
      expect(newApiKey.safeParse({ ...draft, validityDays }).success).toBe(false)
    },
  )

  it('names permissions of the contract, at least one, each once and in its order', () => {
    const both = ['core.consumptions.read', 'core.integrations', 'core.integrations']
    expect(newOAuthClient.parse({ ...draft, permissions: both }).permissions).toEqual([
      'core.integrations',
      'core.consumptions.read',
    ])
    expect(newOAuthClient.safeParse({ ...draft, permissions: [] }).success).toBe(false)
    expect(newOAuthClient.safeParse({ ...draft, permissions: ['merchant.integrations.manage'] }).success).toBe(false)
  })

  it('has no say in whose it is', () => {
    expect(newOAuthClient.parse({ ...draft, merchantId: 7, createdBy: 7 })).not.toHaveProperty('merchantId')
  })
})

it('a rotation says which rotation its asker has seen', () => {
  const asked = { id: '3', confirmation: 'Caja 1', seenRotatedAt: '2026-11-21T10:00:00.123Z' }
  expect(rotation.parse(asked).seenRotatedAt).toEqual(new Date('2026-11-21T10:00:00.123Z'))
  expect(rotation.parse(asked).id).toBe(3)
  expect(rotation.parse({ ...asked, seenRotatedAt: '' }).seenRotatedAt).toBeNull()
  expect(rotation.safeParse({ ...asked, seenRotatedAt: 'soon' }).success).toBe(false)
  for (const id of ['', '0', '-1', '1.5', '99999999999', 'x'])
    expect(rotation.safeParse({ ...asked, id }).success).toBe(false)
})

it('every draft reads what its form sends', () => {
  const sent = (entries: Record<string, string[]>) => {
    const form = new FormData()
    for (const [name, values] of Object.entries(entries)) for (const value of values) form.append(name, value)
    return form
  }
  const key = { name: ['Caja 1'], permissions: ['core.integrations', 'core.consumptions.read'], validityDays: ['365'] }
  expect(inputOf(newApiKey)(sent(key))).toEqual({
    name: 'Caja 1',
    permissions: ['core.integrations', 'core.consumptions.read'],
    validityDays: 365,
  })
  const faultOf = (entries: Record<string, string[]>) => {
    try {
      inputOf(newApiKey)(sent(entries))
    } catch (error) {
      return error
    }
  }
  expect(faultOf({ ...key, permissions: [] })).toMatchObject({ code: 'permissions_missing', field: 'permissions' })
  expect(faultOf({ ...key, validityDays: [] })).toMatchObject({ code: 'validity_missing', field: 'validityDays' })
  expect(faultOf({ ...key, name: [' '] })).toMatchObject({ code: 'name_missing', field: 'name' })
  expect(inputOf(confirmedCredential)(sent({ id: ['7'], confirmation: ['x'] }))).toEqual({ id: 7, confirmation: 'x' })
  expect(inputOf(rotation)(sent({ id: ['7'], confirmation: ['x'], seenRotatedAt: [''] }))).toEqual({
    id: 7,
    confirmation: 'x',
    seenRotatedAt: null,
  })
})
