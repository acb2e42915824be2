import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { applyInput, consumeInput, eligibilityInput, releaseInput } from './schemas'

/** The schema and all that it is made of. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const below = Object.values(schema._zod.def).flatMap((part: unknown) => {
    if (part instanceof z.core.$ZodType) return [part]
    const isGroup = typeof part === 'object' && part !== null
    return isGroup ? Object.values(part).filter((one) => one instanceof z.core.$ZodType) : []
  })
  return [schema, ...below.flatMap(partsOf)]
}

describe("the bodies of a till's calls", () => {
  it.each([
    ['eligibility', eligibilityInput],
    ['apply', applyInput],
    ['consumption', consumeInput],
    ['release', releaseInput],
  ])('of %s leave nothing among the old objects of V8 (ADR-0088)', (_, body) => {
    const parts = partsOf(body)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.filter((part) => part instanceof z.ZodTransform)).toEqual([])
  })

  it('are looked into down to a transform of an item', () => {
    const usual = z.object({ items: z.array(z.object({ sku: z.string().transform(Number) })).nullish() })
    expect(partsOf(usual).filter((part) => part instanceof z.ZodTransform)).toHaveLength(1)
    expect(partsOf(applyInput).filter((part) => part instanceof z.core.$ZodTransform).length).toBeGreaterThan(3)
  })
})
