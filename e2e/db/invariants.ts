import { expect } from 'vitest'
import type { Sql } from '@/db/client'
import { brokenInvariants } from '@/db/invariants'

/** Fails when the database breaks an invariant, showing the first rows that do. */
export async function expectInvariants(sql: Sql, options: { limitsWereLowered?: boolean } = {}): Promise<void> {
  expect(await brokenInvariants(sql, options)).toEqual({})
}
