import { describe, expect, it } from 'vitest'
import example from '@/docs/network.example.json' with { type: 'json' }
import { type NetworkFault, NetworkFileFault } from './faults'
import { parseNetworkFile } from './file'

type Changes = Readonly<Record<string, unknown>>

/** A JSON value with some of its fields, named by their JSON paths, set to something else; `undefined` takes one out. */
function changed(file: unknown, changes: Changes): unknown {
  const copy: unknown = structuredClone(file)
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(/[.[\]]+/).filter(Boolean)
    const last = steps.pop() ?? ''
    const parent = steps.reduce((inner, step) => Reflect.get(Object(inner), step), copy)
    if (value === undefined) Reflect.deleteProperty(Object(parent), last)
    else Reflect.set(Object(parent), last, value)
  }
  return copy
}

function faultsOf(file: unknown): readonly NetworkFault[] {
  try {
    parseNetworkFile(file)
  } catch (error) {
    if (error instanceof NetworkFileFault) return error.faults
    throw error
  }
  return []
}

const pathsOf = (changes: Changes) => faultsOf(changed(example, changes)).map(({ path }) => path)

const discount = 'merchants[0].discounts[0]'
const person = 'companies[0].collaborators[0]'
const user = { email: 'u@x.example', name: 'U', password: 'correct-horse-battery', permissions: [] }

/** What is wrong, what is changed in the example, and where the fault is when it is not where the change is. */
type Refusal = [what: string, changes: Changes, path?: string]

const misshapen: readonly Refusal[] = [
  ['another version', { version: 2 }],
  ['a missing list', { companies: undefined }],
  ['a list that is no list', { 'merchants[0].branches': {} }],
  ['a number for a text', { 'merchants[1].name': 7 }],
  ['a text for a number', { [`${discount}.value`]: '10' }],
  ['a text for a boolean', { 'merchants[0].enabled': 'yes' }],
  ['an unknown field of the file', { merchant: [] }],
  ['an unknown field deep inside', { [`${discount}.limit`]: { usesTotal: 1 } }],
  ['a missing required field', { [`${person}.firstName`]: undefined }],
  ['a blank name', { 'merchants[0].name': '  ' }],
  ['a name without end', { 'merchants[0].name': 'x'.repeat(201) }],
  ['U+0000 in a name', { [`${person}.lastName`]: 'Pé\u0000rez' }],
  ['half of a character in a description', { [`${discount}.description`]: 'a\ud800b' }],
  ['an empty key', { 'merchants[0].branches[0].key': '' }],
  ['white space around a key', { 'companies[1].key': ' zona-franca' }],
  ['a SKU of more than 64 characters', { 'merchants[0].articles[0].sku': 'S'.repeat(65) }],
  ['white space around a SKU', { 'merchants[0].articles[0].sku': 'AGUA-600 ' }],
  ['an identification type of id zero', { 'identificationTypes[2].id': 0 }],
  ['a percentage above 100', { [`${discount}.value`]: 100.01 }],
  ['a percentage of zero', { [`${discount}.value`]: 0 }],
  ['a percentage with three decimals', { [`${discount}.value`]: 10.555 }],
  ['a negative amount', { 'merchants[0].discounts[2].value': -1 }],
  ['an amount above a billion', { 'merchants[0].discounts[2].value': 1_000_000_000 }],
  ['a limit with three decimals', { [`${discount}.limits`]: { budget: 0.001 } }, `${discount}.limits.budget`],
  ['half a use', { [`${discount}.limits`]: { usesTotal: 1.5 } }, `${discount}.limits.usesTotal`],
  [
    'no use a day',
    { [`${discount}.limits`]: { perCollaboratorPerDay: 0 } },
    `${discount}.limits.perCollaboratorPerDay`,
  ],
  ['a kind of discount that there is not', { [`${discount}.type`]: 'FREE' }],
  ['a status that a file cannot set', { [`${discount}.status`]: 'ended' }],
  ['a kind of scope that there is not', { [`${discount}.scope`]: { kind: 'aisle' } }, `${discount}.scope.kind`],
  ['a day that the calendar has not', { [`${discount}.validTo`]: '2026-02-30' }],
  ['an instant without offset', { [`${discount}.validFrom`]: '2026-01-01T00:00:00' }],
  ['a year of five digits', { [`${discount}.validTo`]: '9999-12-31' }],
  ['a validity that ends before it starts', { [`${discount}.validTo`]: '2025-12-31' }],
  ['no e-mail address', { 'merchants[0].users[0].email': 'admin' }],
  ["a collaborator's bad e-mail address", { [`${person}.email`]: 'ana@' }],
  ['a password of 11 characters', { 'companies[0].users[0].password': 'elevenchars' }],
  [
    "a company's permission for a merchant's user",
    { 'merchants[0].users[1].permissions': ['company.benefits.manage'] },
    'merchants[0].users[1].permissions[0]',
  ],
  [
    'an unknown permission of a credential',
    { 'merchants[0].apiKeys[0].permissions': ['core.integrations', 'core.all'] },
    'merchants[0].apiKeys[0].permissions[1]',
  ],
  ['a credential without permission', { 'merchants[0].oauthClients[0].permissions': [] }],
  ['a validity of 31 days', { 'merchants[0].apiKeys[0].validityDays': 31 }],
  ['a hyphen in an identification', { [`${person}.identification`]: '001-0000000-1' }],
  ['an identification of 31 letters', { [`${person}.identification`]: 'A'.repeat(31) }],
  ['a target of a grant that is neither', { 'companies[0].grants[0].to': 'everybody' }],
  ['a grant to no type', { 'companies[0].grants[0].to': [] }],
  ['a number among types', { 'companies[0].grants[1].to': ['fijo', 3] }, 'companies[0].grants[1].to[1]'],
]

const inconsistent: readonly Refusal[] = [
  ['an identification type twice', { 'identificationTypes[2].id': 1 }],
  ['a key of merchants twice', { 'merchants[1].key': 'mercado' }],
  ['a key of branches twice', { 'merchants[0].branches[2].key': 'naco' }],
  ['a key of categories twice', { 'merchants[0].categories[1].key': 'bebidas' }, 'merchants[0].categories[1].key'],
  ['a SKU twice', { 'merchants[0].articles[1].sku': 'AGUA-600' }],
  ['a key of discounts twice', { 'merchants[0].discounts[1].key': 'pasado' }, 'merchants[0].discounts[4].key'],
  ['a key of API keys twice', { 'merchants[0].apiKeys[1].key': 'pos-naco' }],
  ['a key of companies twice', { 'companies[1].key': 'caribe-tech' }],
  ['a key of types twice', { 'companies[0].types[1].key': 'fijo' }],
  ['a user twice, in another case', { 'merchants[0].users[1].email': 'ADMIN@mercado.example' }],
  ['an article in an unknown category', { 'merchants[0].articles[3].category': 'frutas' }],
  ['a discount on an unknown category', { 'merchants[0].discounts[1].scope.category': 'frutas' }],
  ['a discount on an unknown SKU', { 'merchants[0].discounts[2].scope.sku': 'TE-LB' }],
  ['an affiliation to an unknown merchant', { 'companies[1].affiliations[0]': 'nadie' }],
  ['an affiliation twice', { 'companies[0].affiliations[1]': 'mercado' }],
  ['a grant of a merchant without affiliation', { 'companies[0].grants[0].merchant': 'farmacia-sol' }],
  ['a grant that names no discount', { 'companies[0].grants[0].discount': 'todo-20' }],
  ['a grant to an unknown type', { 'companies[0].grants[1].to': ['jefes'] }, 'companies[0].grants[1].to[0]'],
  ['a grant twice', { 'companies[0].grants[3].discount': 'todo-10' }, 'companies[0].grants[3].to'],
  ['a collaborator of an unknown type', { [`${person}.type`]: 'jefe' }],
  [
    'a person twice in one company',
    { 'companies[0].collaborators[3].identification': '00100000001' },
    'companies[0].collaborators[3].identification',
  ],
  [
    'a person active in two companies, in another case',
    {
      'companies[1].collaborators[0]': {
        ...example.companies[0]?.collaborators[2],
        identification: 'rd1234567',
        type: null,
      },
    },
    'companies[1].collaborators[0].identification',
  ],
  [
    'a user with two names',
    { 'companies[1].users': [{ ...user, email: 'Caja@mercado.example' }] },
    'companies[1].users[0].name',
  ],
  [
    'a user with two passwords',
    {
      'companies[1].users': [
        { ...user, email: 'caja@mercado.example', name: 'Pedro Caja', password: 'another-horse-battery' },
      ],
    },
    'companies[1].users[0].password',
  ],
]

describe('a network file', () => {
  it.each(misshapen)('is refused for %s, at its JSON path and nowhere else', (_, changes, path) => {
    expect(pathsOf(changes)).toEqual([path ?? Object.keys(changes)[0]])
  })

  it.each(inconsistent)('is refused for %s, at its JSON path', (_, changes, path) => {
    expect(pathsOf(changes)).toContain(path ?? Object.keys(changes)[0])
  })

  it('fits as the example is, and comes out with every list and default', () => {
    const { merchants, companies } = parseNetworkFile(example)
    expect(merchants[1]).toMatchObject({
      enabled: true,
      lateNotificationHours: 0,
      missesPerMinute: null,
      branches: [],
      users: [],
      oauthClients: [],
      legalId: null,
    })
    expect(merchants[0]?.branches.map(({ active }) => active)).toEqual([true, true, false])
    expect(merchants[0]?.discounts.map(({ status }) => status)).toContain('published')
    expect(companies[1]?.collaborators[0]).toMatchObject({ active: true, type: null, email: null })
  })

  it('says amounts in cents, to the cent', () => {
    const file = parseNetworkFile(
      changed(example, { [`${discount}.value`]: 33.33, [`${discount}.limits`]: { budget: 0.07 } }),
    )
    expect(file.merchants[0]?.discounts[0]?.value).toBe(3333n)
    expect(file.merchants[0]?.discounts[0]?.limits?.budget).toBe(7n)
  })

  it('includes the last local day whole, and takes an instant as it stands', () => {
    const days = parseNetworkFile(example).merchants[0]?.discounts[4]
    expect(days?.validFrom.toISOString()).toBe('2026-01-01T04:00:00.000Z')
    expect(days?.validTo.toISOString()).toBe('2026-02-01T04:00:00.000Z')
    const changes = {
      [`${discount}.validFrom`]: '2026-02-28T20:00-04:00',
      [`${discount}.validTo`]: '2026-03-01T00:00:00.5Z',
    }
    const instants = parseNetworkFile(changed(example, changes)).merchants[0]?.discounts[0]
    expect(instants?.validFrom.toISOString()).toBe('2026-03-01T00:00:00.000Z')
    expect(instants?.validTo.toISOString()).toBe('2026-03-01T00:00:00.500Z')
  })

  it('may say null for an optional field', () => {
    expect(pathsOf({ 'merchants[0].legalId': null, [`${discount}.limits`]: null, [`${person}.email`]: null })).toEqual(
      [],
    )
  })

  it('may name a person in two companies as long as one of them lets go', () => {
    const twin = { ...example.companies[1]?.collaborators[0], active: false }
    expect(pathsOf({ 'companies[0].collaborators[4]': twin })).toEqual([])
  })

  it('may name the same identification in two types: they are two people', () => {
    expect(pathsOf({ 'companies[1].collaborators[0].identification': 'RD1234567' })).toEqual([])
  })

  it('is told all of its faults at once, those of shape and those that span lists', () => {
    const paths = pathsOf({ [`${discount}.type`]: 'FREE', 'companies[0].grants[1].discount': 'no', extra: 1 })
    expect(paths.sort()).toEqual(['companies[0].grants[1].discount', 'extra', 'merchants[0].discounts[0].type'])
  })

  it('is told its faults without any of its values', () => {
    const secrets = {
      [`${person}.identification`]: '001-SECRET',
      'merchants[0].users[0].password': 'SECRET',
      [`${person}.type`]: 'SECRET',
      'merchants[0].name': { SECRET: 1 },
    }
    expect(JSON.stringify(faultsOf(changed(example, secrets)))).not.toContain('SECRET')
  })

  it.each([[null], [1], ['text'], [[]]])('is refused as a whole when it is %j', (file) => {
    expect(faultsOf(file)).toEqual([{ path: '$', message: 'must be an object' }])
  })
})
