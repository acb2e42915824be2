import { test as base, expect, type Page } from '@playwright/test'
import { connect, type Sql } from '@/db/client'
import { canariesReceived, canary } from '../fixtures/canaries'
import { factories, type Merchant } from '../fixtures/factories'
import { hearIn, slow } from './hearing'
import { leaksOf } from './leaks'
import type { Account, Person } from './people'
import { keepReceived } from './received'
import { secretSettings } from './service'
import { staffOf } from './staff'

type Watch = {
  /** Says that a page will complain of this, and why it may: a status on purpose, such as the 404 of a stranger's thing. */
  expectProblem(pattern: RegExp): void
}

type Fixtures = {
  /** No other test runs meanwhile, in whatever worker: for what holds up or breaks a part of the service that all of them share. */
  alone: boolean
  turn: undefined
  watch: Watch
  make: ReturnType<typeof factories>
  staff: ReturnType<typeof staffOf>
  /** Lets somebody into the offices in the browser of the test. */
  enter: <Somebody extends Account>(person: Somebody) => Promise<Somebody>
  /** A new merchant, into whose office a member of its team was let. */
  office: (options?: Parameters<Fixtures['staff']['member']>[1]) => Promise<{ merchant: Merchant; ana: Person }>
}

type WorkerFixtures = { sql: Sql; leaks: undefined }

/** The name of the lock by which tests take their turn. */
const turns = 4711

export const portalUrl = (): string => process.env.PORTAL_URL ?? 'http://localhost:3000'

/**
 * Every test looks out for what the browser complains of: an error on the console, an exception, anything that the
 * Content-Security-Policy stopped (H-03). One is enough to fail it.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sql: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const url = process.env.PORTAL_DATABASE_URL
      if (url === undefined) throw new Error('the service is not running')
      const sql = connect(url, {
        poolMax: 5,
        applicationName: 'test',
        statementTimeoutMs: 30_000,
        lockTimeoutMs: 10_000,
      })
      await use(sql)
      await sql.end({ timeout: 5 })
    },
    { scope: 'worker' },
  ],
  leaks: [
    async ({ sql }, use) => {
      for (const secret of secretSettings()) canary(secret)
      await use(undefined)
      expect(await leaksOf(sql, process.env.PORTAL_LOGS ?? '')).toEqual([])
    },
    { scope: 'worker', auto: true },
  ],
  alone: [false, { option: true }],
  turn: [
    async ({ sql, alone }, use) => {
      const connection = await sql.reserve()
      await connection.unsafe('set lock_timeout = 0; set statement_timeout = 0')
      await connection.unsafe(`select pg_advisory_lock${alone ? '' : '_shared'}(${turns})`)
      await use(undefined)
      await connection.unsafe(`select pg_advisory_unlock_all(); reset lock_timeout; reset statement_timeout`)
      connection.release()
    },
    { auto: true, timeout: 600_000 },
  ],
  make: async ({ sql }, use) => use(factories(sql)),
  staff: async ({ sql }, use) => use(staffOf(sql)),
  enter: async ({ context, staff }, use) =>
    use(async (person) => {
      await staff.session(context, person, portalUrl())
      return person
    }),
  office: async ({ make, staff, enter }, use) =>
    use(async (options) => {
      const merchant = await make.merchant()
      return { merchant, ana: await enter(await staff.member(merchant.id, options)) }
    }),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  baseURL: async ({}, use) => use(portalUrl()),
  watch: [
    async ({ context, browser }, use, testInfo) => {
      testInfo.setTimeout(testInfo.timeout * slow)
      hearIn(context)
      const received = keepReceived()
      received.listen(context)
      browser.on('context', received.listen)
      browser.on('context', hearIn)
      const problems: string[] = []
      const expected: RegExp[] = []
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`CSP ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ''} ${event.sample}`)
        })
      })
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          problems.push(`${message.text()} (${message.location().url})`)
        }
      })
      context.on('weberror', (error) => problems.push(String(error.error().stack ?? error.error())))
      await use({ expectProblem: (pattern) => expected.push(pattern) })
      browser.off('context', received.listen)
      browser.off('context', hearIn)
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([])
      const answers = await received.all()
      expect(canariesReceived(answers), 'secrets in what the browser was given (P-20)').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, type Page }
