import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { type Operation, operations } from '@/lib/http/operations'
import { allowedBy } from '../fixtures/allowed-values'
import { at, inputSchema, member, resolved } from '../fixtures/openapi'

/** The document says every bound that the service applies: what its schemas allow the service takes, what they forbid it refuses. */

const catalogue: readonly Operation[] = Object.values(operations)

const inputs = catalogue.flatMap(({ id, method, path, body, query }) => {
  const schema = inputSchema(path, method)
  const applied = body ?? query
  return schema && applied ? [{ id, schema, applied, isQuery: query !== undefined, rules: rulesOf(id) }] : []
})

/** The fields that may be refused although they fit: the document names them with their rules. */
function rulesOf(id: string): (string | undefined)[] {
  const operation = catalogue.find((one) => one.id === id)
  return (operation?.rules ?? []).map(({ field }) => field)
}

/** A query's values travel as texts. */
const asSent = (value: unknown, isQuery: boolean): unknown =>
  isQuery ? Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, String(one)])) : value

const refusedFields = (applied: z.ZodObject, value: unknown): string[] =>
  (applied.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('what the document allows', () => {
  it.each(inputs)('of $id is taken by the service, apart from the rules that the document names', (input) => {
    const property = fc.property(allowedBy(input.schema), (value) => {
      const refused = refusedFields(input.applied, asSent(value, input.isQuery))
      expect(refused.filter((field) => !input.rules.includes(field))).toEqual([])
    })
    fc.assert(property, { numRuns: 500, seed: 14 })
  })
})

type Bound = { keyword: string; breaking: unknown }

/** Of each bound of a schema a value just beyond it. */
function beyond(node: unknown): Bound[] {
  const schema = resolved(node)
  const choices = member(schema, 'anyOf')
  if (Array.isArray(choices)) return choices.flatMap(beyond)
  const value = (keyword: string) => member(schema, keyword)
  const [least, most, step] = ['minimum', 'maximum', 'multipleOf'].map((keyword) => value(keyword))
  const by = typeof step === 'number' ? step : 1
  return [
    { keyword: 'minimum', breaking: typeof least === 'number' ? Number((least - by).toFixed(3)) : undefined },
    { keyword: 'maximum', breaking: typeof most === 'number' ? Number((most + by).toFixed(3)) : undefined },
    { keyword: 'multipleOf', breaking: typeof step === 'number' ? Number((100 + step / 10).toFixed(4)) : undefined },
    { keyword: 'type', breaking: value('type') === 'integer' ? 1.5 : value('type') === 'string' ? 1 : 'x' },
    { keyword: 'minLength', breaking: typeof value('minLength') === 'number' ? '' : undefined },
    {
      keyword: 'maxLength',
      breaking: typeof value('maxLength') === 'number' ? 'A'.repeat(Number(value('maxLength')) + 1) : undefined,
    },
    { keyword: 'pattern', breaking: typeof value('pattern') === 'string' ? '\u0007-é' : undefined },
    {
      keyword: 'maxItems',
      breaking: typeof value('maxItems') === 'number' ? Array(Number(value('maxItems')) + 1).fill(line) : undefined,
    },
  ].filter(({ breaking }) => breaking !== undefined)
}

const line = { sku: 'A', quantity: 1, unitPrice: 1 }

/** What the service takes and is nobody's, which the document does not invite: ids beyond 32 bits, codes in another form. */
const onPurpose = (field: string, keyword: string): boolean =>
  (/Id$/.test(field) && keyword === 'maximum') || (/[cC]ode$/.test(field) && keyword === 'pattern')

const broken = inputs.flatMap(({ id, schema, applied, isQuery }) =>
  Object.entries(schema.properties).flatMap(([field, node]) =>
    beyond(node)
      .filter(({ keyword }) => !onPurpose(field, keyword) && !(isQuery && keyword === 'type'))
      .map(({ keyword, breaking }) => ({ id, field, keyword, breaking, schema, applied, isQuery })),
  ),
)

describe('what the document forbids', () => {
  it('is of every kind', () => {
    const keywords = new Set(broken.map(({ keyword }) => keyword))
    expect(keywords.size).toBe(8)
    expect(broken.length).toBeGreaterThan(60)
  })

  it.each(broken)('of $id, $field beyond its $keyword, is refused by the service', (one) => {
    const [valid] = fc.sample(allowedBy(one.schema), { numRuns: 1, seed: 1 })
    const value = asSent({ ...Object(valid), [one.field]: one.breaking }, one.isQuery)
    expect(refusedFields(one.applied, value).map((path) => path.split('.')[0])).toContain(one.field)
  })

  it('is refused within a line of items too', () => {
    const { schema, applied } = inputs.find(({ id }) => id === 'applyDiscount') ?? {}
    const [valid] = fc.sample(allowedBy(schema), { numRuns: 1, seed: 1 })
    const fields = Object.entries(Object(at('components', 'schemas', 'PurchaseItem', 'properties')))
    expect(fields.map(([field]) => field)).toEqual(['sku', 'quantity', 'unitPrice'])
    for (const [field, node] of fields) {
      for (const { keyword, breaking } of beyond(node)) {
        const value = { ...Object(valid), items: [{ ...line, [field]: breaking }] }
        expect([keyword, applied && refusedFields(applied, value)]).toEqual([keyword, [`items.0.${field}`]])
      }
    }
  })
})
