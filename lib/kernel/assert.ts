/** Says that something is impossible. When it happens it is our bug: an Error, which becomes `internal_error`. */
export function assert(condition: unknown, whyImpossible: string): asserts condition {
  if (!condition) throw new Error(`Impossible: ${whyImpossible}`)
}

/** The value, where its absence is impossible. */
export function present<T>(value: T | null | undefined, whyImpossible: string): T {
  assert(value !== null && value !== undefined, whyImpossible)
  return value
}
