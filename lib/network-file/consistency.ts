import type { NetworkFault } from './faults'

/**
 * Checks across the lists of the network file: keys are unique, references lead somewhere, nobody is employed twice.
 * They read the file as it came and skip values of the wrong type, so that a fault of shape in one place hides none of
 * these faults.
 */

type Faults = Generator<NetworkFault, void, undefined>
type Row = { readonly path: string; readonly fields: Readonly<Record<string, unknown>> }
type Text = { readonly path: string; readonly value: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const below = (row: Row, field: string): string => (row.path === '' ? field : `${row.path}.${field}`)

function elements(row: Row, list: string): { path: string; value: unknown }[] {
  const values = row.fields[list]
  if (!Array.isArray(values)) return []
  return values.map((value: unknown, at) => ({ path: `${below(row, list)}[${at}]`, value }))
}

const rows = (row: Row, list: string): Row[] =>
  elements(row, list).flatMap(({ path, value }) => (isRecord(value) ? [{ path, fields: value }] : []))

const texts = (row: Row, list: string): Text[] =>
  elements(row, list).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, value }] : []))

function text(row: Row, field: string): string | undefined {
  const value = row.fields[field]
  return typeof value === 'string' ? value : undefined
}

const valuesOf = (list: readonly Row[], field: string): Set<string> =>
  new Set(list.flatMap((row) => text(row, field) ?? []))

function* unique(list: readonly Row[], field: string, normal = (value: unknown) => value): Faults {
  const seen = new Map<unknown, string>()
  for (const row of list) {
    const value = row.fields[field]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const first = seen.get(normal(value))
    if (first !== undefined) yield { path: below(row, field), message: `is the same as ${first}` }
    else seen.set(normal(value), below(row, field))
  }
}

/** Checks that a field, where it is a text, names one of `known`. */
function* names(row: Row, field: string, known: ReadonlySet<string>, what: string): Faults {
  const value = text(row, field)
  if (value !== undefined && !known.has(value)) yield { path: below(row, field), message: `names no ${what}` }
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

function* merchantFaults(merchant: Row): Faults {
  for (const list of ['branches', 'categories', 'discounts', 'apiKeys', 'oauthClients']) {
    yield* unique(rows(merchant, list), 'key')
  }
  yield* unique(rows(merchant, 'articles'), 'sku')
  yield* unique(rows(merchant, 'users'), 'email', lowerCase)
  const categories = valuesOf(rows(merchant, 'categories'), 'key')
  const skus = valuesOf(rows(merchant, 'articles'), 'sku')
  for (const article of rows(merchant, 'articles')) {
    yield* names(article, 'category', categories, 'category of this merchant')
  }
  for (const discount of rows(merchant, 'discounts')) {
    const scope = discount.fields.scope
    if (!isRecord(scope)) continue
    const row = { path: below(discount, 'scope'), fields: scope }
    if (scope.kind === 'category') yield* names(row, 'category', categories, 'category of this merchant')
    if (scope.kind === 'article') yield* names(row, 'sku', skus, 'article of this merchant')
  }
}

/** The keys of a merchant's discounts, by the key of the merchant. */
type Discounts = ReadonlyMap<string, ReadonlySet<string>>

function* grantFaults(company: Row, discounts: Discounts): Faults {
  const affiliations = new Set(texts(company, 'affiliations').map(({ value }) => value))
  const types = valuesOf(rows(company, 'types'), 'key')
  const granted = new Map<string, string>()
  for (const grant of rows(company, 'grants')) {
    const merchant = text(grant, 'merchant')
    yield* names(grant, 'merchant', affiliations, 'merchant to which this company is affiliated')
    const offered = merchant === undefined ? undefined : discounts.get(merchant)
    if (offered) yield* names(grant, 'discount', offered, 'discount of that merchant')
    const team = grant.fields.to === 'team' ? [{ path: below(grant, 'to'), value: undefined }] : []
    for (const { path, value } of [...team, ...texts(grant, 'to')]) {
      if (value !== undefined && !types.has(value)) yield { path, message: 'names no type of this company' }
      const one = JSON.stringify([merchant, text(grant, 'discount'), value])
      const first = granted.get(one)
      if (first !== undefined) yield { path, message: `grants the same as ${first}` }
      else granted.set(one, path)
    }
  }
}

function* companyFaults(company: Row, discounts: Discounts): Faults {
  yield* unique(rows(company, 'types'), 'key')
  yield* unique(rows(company, 'users'), 'email', lowerCase)
  const seen = new Map<string, string>()
  for (const { path, value } of texts(company, 'affiliations')) {
    if (!discounts.has(value)) yield { path, message: 'names no merchant of this file' }
    const first = seen.get(value)
    if (first !== undefined) yield { path, message: `is the same as ${first}` }
    else seen.set(value, path)
  }
  yield* grantFaults(company, discounts)
  const types = valuesOf(rows(company, 'types'), 'key')
  for (const collaborator of rows(company, 'collaborators')) {
    yield* names(collaborator, 'type', types, 'type of this company')
  }
}

/** D31, over the whole file; letters of an identification compare case-insensitively (D23). */
function* employmentFaults(companies: readonly Row[]): Faults {
  const active = new Map<string, string>()
  for (const company of companies) {
    const listed = new Map<string, string>()
    for (const row of rows(company, 'collaborators')) {
      const identification = text(row, 'identification')
      const typeId = row.fields.identificationTypeId
      if (identification === undefined || typeof typeId !== 'number') continue
      const person = `${typeId}:${identification.toUpperCase()}`
      const path = below(row, 'identification')
      const before = listed.get(person)
      if (before !== undefined) {
        yield { path, message: `is the same as ${before}` }
        continue
      }
      listed.set(person, path)
      if (row.fields.active === false) continue
      const elsewhere = active.get(person)
      if (elsewhere === undefined) active.set(person, path)
      else yield { path, message: `is active in two companies: the same as ${elsewhere}` }
    }
  }
}

/** One person signs in with one name and one password, in however many members' lists the e-mail address stands. */
function* userFaults(members: readonly Row[]): Faults {
  const first = new Map<string, Row>()
  for (const member of members) {
    const own = new Map(rows(member, 'users').map((row) => [text(row, 'email')?.toLowerCase(), row]))
    for (const [email, row] of own) {
      if (email === undefined) continue
      const known = first.get(email)
      if (known === undefined) first.set(email, row)
      else {
        const message = `is not that of the same user in ${known.path}`
        if (text(known, 'name')?.trim() !== text(row, 'name')?.trim()) yield { path: below(row, 'name'), message }
        if (text(known, 'password') !== text(row, 'password')) yield { path: below(row, 'password'), message }
      }
    }
  }
}

/** Every fault that spans lists of the network file (network.md), each with its JSON path. Any value may be given. */
export function consistencyFaults(file: unknown): NetworkFault[] {
  if (!isRecord(file)) return []
  const root: Row = { path: '', fields: file }
  const merchants = rows(root, 'merchants')
  const companies = rows(root, 'companies')
  const discounts = new Map(
    merchants.flatMap((row) => {
      const key = text(row, 'key')
      return key === undefined ? [] : [[key, valuesOf(rows(row, 'discounts'), 'key')] as const]
    }),
  )
  return [
    ...unique(rows(root, 'identificationTypes'), 'id'),
    ...unique(merchants, 'key'),
    ...unique(companies, 'key'),
    ...merchants.flatMap((merchant) => [...merchantFaults(merchant)]),
    ...companies.flatMap((company) => [...companyFaults(company, discounts)]),
    ...userFaults([...merchants, ...companies]),
    ...employmentFaults(companies),
  ]
}
