import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@/lib/http/openapi/document'
import { type Operation, operations } from '@/lib/http/operations'
import { type FaultCode, faultStatus } from '@/lib/kernel/fault'
import { filesUnder, projectRoot, textOf } from './files'

/** The document that integrators build on says all that the catalogue does, shows what is true, and is well made. */

const require = createRequire(import.meta.url)
const document = openApiDocument('https://api.aliado.example.do')
const catalogue: readonly Operation[] = Object.values(operations)

/** A place in the document. Undefined when there is nothing. */
function at(...steps: string[]): unknown {
  let node: unknown = document
  for (const step of steps) node = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined
  return node
}

/** D9 by hand, so that the document is not held to the list that it is made from. */
const codesOf = (operation: Operation): Set<FaultCode> =>
  new Set<FaultCode>([
    'invalid_request',
    'credential_missing',
    'credential_invalid',
    ...(operation.permission === null ? [] : (['permission_missing'] as const)),
    'merchant_disabled',
    'method_not_allowed',
    'rate_limited',
    'internal_error',
    'service_unavailable',
    ...(operation.body ? (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(operation.idempotent
      ? (['idempotency_key_missing', 'idempotency_key_invalid', 'idempotency_key_reused'] as const)
      : []),
    ...operation.faults,
  ])

describe.each(catalogue)('$method $path in the document', (operation) => {
  const method = operation.method.toLowerCase()
  const responses = () => at('paths', operation.path, method, 'responses')

  it('has every status and every code, each code under its status, and no other', () => {
    const promised = new Map<string, string[]>()
    for (const code of codesOf(operation)) {
      const status = String(faultStatus[code])
      promised.set(status, [...(promised.get(status) ?? []), code].sort())
    }
    // D65: headers over the bound.
    promised.set('431', ['invalid_request'])
    const told = Object.keys(responses() ?? {}).filter((status) => status !== String(operation.status))
    expect(told.sort()).toEqual([...promised.keys()].sort())
    for (const [status, codes] of promised) {
      const schema = ['paths', operation.path, method, 'responses', status, 'content', 'application/json', 'schema']
      const seen = at(...schema, 'properties', 'code', 'enum')
      expect([status, Array.isArray(seen) ? [...seen].sort() : seen]).toEqual([status, codes])
    }
  })

  it('tells when to come back with 429 and 503, and the request id with every answer (D5, D12, D56)', () => {
    for (const status of Object.keys(responses() ?? {})) {
      const headers = Object.keys(at('paths', operation.path, method, 'responses', status, 'headers') ?? {})
      expect([status, headers]).toEqual([status, expect.arrayContaining(['X-Request-Id'])])
      if (status === '429' || status === '503') expect(headers).toContain('Retry-After')
    }
  })

  it('takes a key or a token with its permission, and shows an example of each body', () => {
    expect(at('paths', operation.path, method, 'security')).toEqual([
      { apiKey: [] },
      { oauth2: operation.permission === null ? [] : [operation.permission] },
    ])
    const success = ['paths', operation.path, method, 'responses', `${operation.status}`, 'content', 'application/json']
    expect(Object.keys(at(...success, 'examples') ?? {}).length).toBeGreaterThan(0)
    if (!operation.body) return
    const body = at('paths', operation.path, method, 'requestBody', 'content', 'application/json', 'examples')
    expect(Object.keys(body ?? {}).length).toBeGreaterThan(0)
  })
})

describe('what it says', () => {
  /** Every text of the document: descriptions, summaries, titles, examples. */
  function textsIn(node: unknown): string[] {
    if (typeof node === 'string') return [node]
    return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : []
  }

  it('stands in no angle brackets, which viewers take for a tag of HTML and swallow', () => {
    const texts = textsIn(document)
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter((text) => /[<>]/.test(text))).toEqual([])
  })

  it('of an Idempotency-Key is that it is made once per operation, two for a sale (D44), as README says', () => {
    const keys = catalogue.filter(({ idempotent }) => idempotent)
    expect(keys.map(({ id }) => id)).toEqual(['applyDiscount', 'registerConsumption'])
    for (const { path } of keys) {
      const parameters = Object.values(at('paths', path, 'post', 'parameters') ?? {})
      const [header] = parameters.filter(({ name }) => name === 'Idempotency-Key')
      expect(header.description).toMatch(/\bonce per operation: .* another for its consumption\b/)
    }
    const written = ['README.md', ...filesUnder(['app', 'docs', 'lib', 'server'], /\.(tsx?|md)$/)]
    const perSale =
      /\b(?:once|unique|one|a|a new) (?:UUID )?(?:per|for each|for every) (?:sale|purchase|ticket)\b|por (?:cada )?(?:venta|compra)\b/i
    const claims = written.flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter((line) => /Idempotency-Key/i.test(line)),
    )
    expect(claims.length).toBeGreaterThan(20)
    expect(claims.filter((line) => perSale.test(line))).toEqual([])
  })

  it('of items is that a wrong one is refused on a discount of the whole store too, and is true (D19)', () => {
    const body = ['paths', operations.applyDiscount.path, 'post', 'requestBody', 'content', 'application/json']
    expect(at(...body, 'schema', 'properties', 'items', 'anyOf', '0', 'description')).toMatch(
      /\bvalidated\b.*\bthen ignored\.$/,
    )
    const { value } = at(...body, 'examples', 'store') as { value: object }
    const wrong = { ...value, items: [{ sku: 'A', quantity: 0, unitPrice: 1 }] }
    expect([value, wrong].map((one) => operations.applyDiscount.body.safeParse(one).success)).toEqual([true, false])
  })
})

describe('examples', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', ...document })

  type Example = { place: string; schema: string; value: unknown }

  /** Every example of the document, with the JSON pointer of the schema that it must fit. */
  function examplesIn(node: unknown, pointer: string): Example[] {
    if (typeof node !== 'object' || node === null) return []
    const found: Example[] = []
    const { schema, example, examples } = node as { schema?: unknown; example?: unknown; examples?: unknown }
    // A media type or a parameter has its schema beside its examples; a schema is its own.
    const own = schema === undefined ? pointer : `${pointer}/schema`
    if (example !== undefined) found.push({ place: `${pointer}/example`, schema: own, value: example })
    if (Array.isArray(examples)) {
      examples.forEach((value, i) => {
        found.push({ place: `${pointer}/examples/${i}`, schema: own, value })
      })
    } else if (typeof examples === 'object' && examples !== null) {
      for (const [name, one] of Object.entries(examples)) {
        found.push({ place: `${pointer}/examples/${name}`, schema: own, value: one.value })
      }
    }
    for (const [name, child] of Object.entries(node)) {
      if (name === 'example' || name === 'examples') continue
      const step = name.replaceAll('~', '~0').replaceAll('/', '~1')
      found.push(...examplesIn(child, `${pointer}/${encodeURIComponent(step)}`))
    }
    return found
  }

  it('fit their schemas, all of them', () => {
    const found = examplesIn(document, '')
    expect(found.length).toBeGreaterThan(100)
    for (const { place, schema, value } of found) {
      const validate = ajv.getSchema(`openapi#${schema}`)
      expect(validate, place).toBeDefined()
      expect(validate?.(value) ? [] : validate?.errors, place).toEqual([])
    }
  })

  it('of requests are accepted by the very schemas that the routes use', () => {
    for (const operation of catalogue) {
      const examples = at('paths', operation.path, 'post', 'requestBody', 'content', 'application/json', 'examples')
      for (const one of Object.values(examples ?? {})) {
        expect(operation.body?.safeParse(Reflect.get(one, 'value')).success, operation.id).toBe(true)
      }
    }
  })
})

describe('Redocly', () => {
  it('finds no error and nothing to warn of, under redocly.yaml', () => {
    const directory = mkdtempSync(join(tmpdir(), 'aliado-openapi-'))
    try {
      const file = join(directory, 'openapi.json')
      writeFileSync(file, JSON.stringify(document))
      const cli = join(require.resolve('@redocly/cli/package.json'), '../bin/cli.js')
      const { stdout, status } = spawnSync(
        process.execPath,
        [cli, 'lint', file, '--config', 'redocly.yaml', '--format', 'json'],
        {
          cwd: projectRoot,
          encoding: 'utf8',
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        },
      )
      const { totals, problems } = JSON.parse(stdout)
      expect(problems.map((one: { ruleId: string; message: string }) => `${one.ruleId}: ${one.message}`)).toEqual([])
      expect([status, totals]).toEqual([0, { errors: 0, warnings: 0, ignored: 0 }])
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
