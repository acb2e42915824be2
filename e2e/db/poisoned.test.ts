import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyPermissions, merchantPermissions } from '@/lib/accounts/permissions'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { companyContextOf, contextOf } from '../fixtures/members'
import { keyLines } from './poison/keys'
import { networkLines } from './poison/network'
import { networkMerchantLines } from './poison/network-merchants'
import { officeLines } from './poison/offices'
import { personalDataLines } from './poison/personal-data'
import { programLines } from './poison/programs'
import { tillLines } from './poison/tills'
import { type Line, type Lines, openPools, shapeOf } from './poison/world'
import { allQueries } from './tenants/discover'
import { type Cases, functionsIn } from './tenants/matrix'

/**
 * A statement that failed behind a row leaves nothing to the next one on its connection (ADR-0018). Every query of `db/queries`
 * is asked once as it is, and once right after such a failure on every connection that there is. The offices' queries for a tenant
 * have their lines in the tenant matrix; the others have theirs in `poison/`. A query without a line fails the law below.
 */
const tenants = join(import.meta.dirname, 'tenants')
const apart = ['discover.ts', 'matrix.ts', 'tenant.ts']
const matrix: Cases = Object.assign(
  {},
  ...(await Promise.all(
    readdirSync(tenants)
      .filter((file) => !apart.includes(file))
      .map(async (file) => (await import(join(tenants, file))).cases),
  )),
)
const matrixLines: Lines = Object.fromEntries(
  Object.entries(matrix).flatMap(([name, one]): [string, Line][] => {
    if (one.kind === 'exempt' || !name.startsWith('db/')) return []
    return [
      [
        name,
        ({ office, tx, mine }) => {
          const ctx = contextOf(office, mine.merchantId, { id: mine.userId, permissions: merchantPermissions })
          const hr = { id: mine.companyUserId, permissions: companyPermissions }
          const companyCtx = companyContextOf(office, mine.companyId, hr)
          return async () => await one.run({ tx, mine, ctx, companyCtx }, mine)
        },
      ],
    ]
  }),
)
const lines: Lines = {
  ...matrixLines,
  ...tillLines,
  ...officeLines,
  ...networkLines,
  ...networkMerchantLines,
  ...keyLines,
  ...personalDataLines,
  ...programLines,
}

let database: TestDatabase
let pools: ReturnType<typeof openPools>

beforeAll(async () => {
  database = await createDatabase()
  pools = openPools(database)
})

afterAll(async () => {
  await pools.close()
  await database.drop()
})

describe('every query', () => {
  it('stands among those that are asked after a failure (law)', () => {
    expect(functionsIn(lines).toSorted()).toEqual(allQueries().toSorted())
  })

  it.each(Object.entries(lines))('%s: answers after a failure behind a row as it does without one', async (_, line) => {
    const well = await line(await pools.newWorld())
    const expected = shapeOf(await well())
    const afterwards = await line(await pools.newWorld())
    expect(await pools.poison()).toEqual(['22012', '22012', '22012', '22012'])
    const answer = await afterwards()
    expect(shapeOf(answer)).toEqual(expected)
    expect(JSON.stringify(answer, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '').not.toContain(
      'poison',
    )
  })
})
