import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { fillLargeNetwork, type LargeNetwork, planAsLarger } from '../fixtures/large-network'
import { findPlaces, type Places, questionNames, questionsAt } from '../fixtures/office-questions'
import { type PlanNode, plansOf, rowsOf } from '../fixtures/plans'
import { sumSales } from '../fixtures/sum-sales'

/**
 * What the pages of the offices ask, in a network of which PostgreSQL plans as of one with 10 million consumptions: by index, and a
 * number of rows that does not grow with the network. What adds up a merchant's own rows says so (ADR-0068), or reads what days
 * add up to (ADR-0069).
 */

const network: LargeNetwork = {
  ...{ merchants: 60, companies: 100, largestOf: 4, collaborators: 25_000, consumptions: 40_000, days: 365 },
  ...{ requestsPerDay: 6_000, requestDays: 4, auditEvents: 40_000, mails: 20_000 },
}

/** Of these there may be millions; a partition of `api_requests` is a day of them. */
const growing =
  /^(authorizations|consumptions|collaborators|idempotency_keys|audit_events|mails|discount_daily_usage|collaborator_invitations|collaborator_links|d\d{8})$/

/** Of the 10,000 sales of the merchant: those of two months at the ends of a period, and of today. */
const rowsBesideSums = 2_500

/** What a page, or 2,000 rows of a file with what each names, reads of all of them together. */
const rowsMax = 12_000

let database: TestDatabase
let at: Places

beforeAll(async () => {
  database = await createDatabase()
  await fillLargeNetwork(database.sql, network)
  await sumSales(database)
  await planAsLarger(database.sql, 200)
  at = await findPlaces(database.sql)
}, 300_000)

afterAll(() => database?.drop())

const isOfGrowing = (node: PlanNode): boolean => growing.test(node['Relation Name'] ?? '')

describe('a page of an office in a large network', () => {
  it.each(questionNames)('%s: %s', async (page, what) => {
    const question = questionsAt(at).find((one) => one.page === page && one.what === what)
    if (!question) throw new Error('every name is of a question')
    const plans = await plansOf(database.databaseUrl, question.ask, { scans: true, analyze: true })
    expect(plans.length).toBeGreaterThan(0)
    for (const { query, nodes } of plans) {
      const read = nodes.filter(isOfGrowing)
      // A few rows of the beginning answer whether there is any.
      const whole = read
        .filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 100)
        .map((node) => node['Relation Name'])
      // What is added up of the whole network has no index to prefer.
      if (!(question.addsUp && page.startsWith('/operator'))) expect(whole, query).toEqual([])
      if (question.addsUp) continue
      const rows = read.reduce((sum, node) => sum + rowsOf(node), 0)
      expect(rows, query).toBeLessThan(question.isSummed ? rowsBesideSums : rowsMax)
    }
  })
})
