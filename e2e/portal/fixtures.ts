import { test as base, expect, type Page } from '@playwright/test'
import { connect, type Sql } from '@/db/client'
import { canariesReceived, canary } from '../fixtures/canaries'
import { factories } from '../fixtures/factories'
import { leaksOf } from './leaks'
import { keepReceived } from './received'
import { secretSettings } from './service'
import { staffOf } from './staff'

type Watch = {
  /** Says that a page will complain of this, and why it may: a status on purpose, such as the 404 of a stranger's thing. */
  expectProblem(pattern: RegExp): void
}

type Fixtures = { watch: Watch; make: ReturnType<typeof factories>; staff: ReturnType<typeof staffOf> }

type WorkerFixtures = { sql: Sql; leaks: undefined }

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
        poolMax: 4,
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
  make: async ({ sql }, use) => use(factories(sql)),
  staff: async ({ sql }, use) => use(staffOf(sql)),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  baseURL: async ({}, use) => use(portalUrl()),
  watch: [
    async ({ context, browser }, use) => {
      const received = keepReceived()
      received.listen(context)
      browser.on('context', received.listen)
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
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([])
      const answers = await received.all()
      expect(canariesReceived(answers), 'secrets in what the browser was given (P-20)').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, type Page }
