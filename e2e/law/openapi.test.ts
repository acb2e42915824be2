import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { type FaultCode, faultStatus } from '@/lib/kernel/fault'
import { answerAt, answerSchema, at, document, inputSchema, member, resolved } from '../fixtures/openapi'
import { filesUnder, projectRoot, textOf } from './files'

/** The document that integrators build on says all that the catalogue does, shows what is true, and is well made. */

const require = createRequire(import.meta.url)
const catalogue: readonly Operation[] = Object.values(operations)

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
      const seen = answerAt(operation.path, method, status, 'x-error-codes')
      expect([status, Array.isArray(seen) ? [...seen].sort() : seen]).toEqual([status, codes])
      expect(answerSchema(operation.path, method, status)).toBe('#/components/schemas/Error')
      const examples = Object.values(
        Object(answerAt(operation.path, method, status, 'content', 'application/json', 'examples')),
      )
      expect(new Set(examples.map((example) => member(member(example, 'value'), 'code')))).toEqual(new Set(codes))
    }
  })

  it('tells when to come back with 429 and 503, and the request id with every answer (D5, D12, D56)', () => {
    for (const status of Object.keys(responses() ?? {})) {
      const headers = Object.keys(Object(answerAt(operation.path, method, status, 'headers')))
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
      expect(at('paths', path, 'post', 'parameters', '0', 'name')).toBe('Idempotency-Key')
      expect(at('paths', path, 'post', 'parameters', '0', 'description')).toMatch(
        /\bonce per operation: .* another for its consumption\b/,
      )
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

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

describe('what generators read', () => {
  type Place = { place: string; node: object }

  /** Every object of the document below a place, examples apart. */
  function placesIn(node: unknown, place = ''): Place[] {
    if (typeof node !== 'object' || node === null) return []
    const below = Object.entries(node).filter(([name]) => name !== 'example' && name !== 'examples')
    return [{ place, node }, ...below.flatMap(([name, child]) => placesIn(child, `${place}/${name}`))]
  }

  it('names every schema of an object among the components, and none of them holds an object of its own', () => {
    const objects = placesIn(document).filter(({ node }) => member(node, 'type') === 'object')
    expect(objects.length).toBeGreaterThan(30)
    expect(
      objects.map(({ place }) => place).filter((place) => !/^\/components\/schemas\/[A-Z][A-Za-z]+$/.test(place)),
    ).toEqual([])
    const schemas = Object.keys(document.components?.schemas ?? {})
    expect(schemas).toEqual(
      expect.arrayContaining(['Error', 'ErrorCode', 'Money', 'DiscountAuthorizationEnvelope', 'ApplyInput']),
    )
  })

  it('closes no answer to fields that are added one day (D62)', () => {
    const closed = placesIn(document).filter(({ node }) => member(node, 'additionalProperties') !== undefined)
    expect(closed.map(({ place }) => place)).toEqual([])
  })

  it('has every header of an answer among the components', () => {
    const headers = placesIn(document).filter(({ place }) => /\/responses\/[^/]+\/headers\/[^/]+$/.test(place))
    expect(headers.length).toBeGreaterThan(50)
    expect(headers.filter(({ node }) => typeof member(node, '$ref') !== 'string').map(({ place }) => place)).toEqual([])
    const used = new Set(headers.map(({ node }) => String(member(node, '$ref')).split('/').pop()))
    expect([...used].sort()).toEqual(Object.keys(document.components?.headers ?? {}).sort())
  })

  it('leads from every reference to something', () => {
    const found = placesIn(document).filter(({ node }) => typeof member(node, '$ref') === 'string')
    expect(found.length).toBeGreaterThan(200)
    for (const { node } of found) expect(resolved(node)).toBeDefined()
  })

  it('summarises every operation by a verb and what it is done to', () => {
    for (const operation of catalogue) {
      const summary = at('paths', operation.path, operation.method.toLowerCase(), 'summary')
      // The name of a method begins with the same verb.
      const [verb] = operation.id.split(/(?=[A-Z])/)
      expect(String(summary).split(' ')[0]?.toLowerCase()).toBe(verb)
    }
  })

  it('is complete as Spectral asks (oas, all): whom to write to, tags in order, every parameter described (ADR-0046)', () => {
    expect(document.info).toMatchObject({
      contact: { name: expect.any(String), url: expect.any(String), email: expect.any(String) },
      license: { url: expect.any(String) },
    })
    const tags = (document.tags ?? []).map(({ name }) => name)
    expect(tags).toEqual([...tags].sort())
    const parameters = placesIn(document).filter(({ node }) => member(node, 'in') !== undefined)
    expect(parameters.length).toBeGreaterThan(10)
    expect(parameters.filter(({ node }) => !member(node, 'description')).map(({ place }) => place)).toEqual([])
  })

  it('names test and production among the servers', () => {
    expect(document.servers?.map(({ description }) => description)).toEqual(['Production', 'Test'])
  })

  it('takes numbers of a query as integers with bounds', () => {
    const schemas = ['branchId', 'limit'].map(
      (name) => inputSchema(operations.listConsumptions.path, 'GET')?.properties[name],
    )
    for (const schema of schemas) {
      expect(schema).toMatchObject({ type: 'integer', minimum: 1, maximum: expect.any(Number) })
    }
  })
})

describe('links', () => {
  /** What an expression of OpenAPI (3.1, Runtime Expressions) finds in a call, as in the example of its body and answer. */
  function found(expression: string, body: unknown, answer: unknown): unknown {
    const [source, pointer = ''] = expression.split('#/')
    return pointer.split('/').reduce(member, source === '$request.body' ? body : answer)
  }

  const exampleOf = (node: unknown): unknown => member(Object.values(Object(member(node, 'examples')))[0], 'value')

  const linked = catalogue.flatMap((operation) =>
    Object.keys(Object(answerAt(operation.path, operation.method, operation.status, 'links'))).map((name) => ({
      name,
      operation,
    })),
  )

  it.each(linked)(
    '$name, of $operation.id, takes what is there to a call that has a place for it',
    ({ name, operation }) => {
      const { path, method, status } = operation
      const body = exampleOf(at('paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json'))
      const answer = exampleOf(answerAt(path, method, status, 'content', 'application/json'))
      const link = answerAt(path, method, status, 'links', name)
      const target = catalogue.find(({ id }) => id === member(link, 'operationId'))
      const input = target && inputSchema(target.path, target.method)
      const taken = Object.entries(Object(member(link, 'requestBody') ?? member(link, 'parameters')))
      expect(taken.length).toBeGreaterThan(0)
      for (const [field, expression] of taken) {
        const validate = ajv.compile({ ...Object(resolved(input?.properties[field])) })
        const value = found(String(expression), body, answer)
        expect([field, value, validate(value)]).toEqual([field, value, true])
      }
    },
  )

  it('lead from eligibility to the consumption, and from a list to its next page', () => {
    expect(linked.map(({ name, operation }) => `${operation.id} ${name}`)).toEqual(
      expect.arrayContaining([
        'checkEligibility ApplyDiscount',
        'applyDiscount RegisterConsumption',
        'listConsumptions NextPage',
      ]),
    )
  })
})

describe('examples', () => {
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
