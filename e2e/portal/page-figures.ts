import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { connect, type Sql } from '@/db/client'
import { newBusyMerchant } from '../fixtures/many-rows'
import { findBrowser } from '../fixtures/program'
import { waitForHydrationIn } from './fixtures/hydration'
import { newPerson } from './fixtures/people'
import { startPortal } from './fixtures/service'
import { staffOf } from './fixtures/staff'

/**
 * `npm run pages`: what the main pages of a merchant with 3,000 sales, 600 calls and 300 articles cost, each opened seven times anew, as a table
 * of medians. The scripts are all that were fetched until the network was quiet, compressed. The server's time is that of the document, from
 * the request sent to the last byte received. A turn is a click on the next page of a list, until its rows are there.
 */
const rounds = 7

const listPages = ['/portal/consumptions?period=all', '/portal/authorizations?period=all', '/portal/catalog']

const pages = [
  '/portal',
  ...listPages,
  '/portal/requests',
  '/portal/closing',
  '/portal/companies',
  '/portal/discounts',
  '/portal/team',
  '/portal/activity',
  '/portal/integrations',
]

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const measure = (page: Page) =>
  page.evaluate(async () => {
    const paint = new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      })
    })
    const [opened] = performance.getEntriesByType('navigation')
    const bytes = performance
      .getEntriesByType('resource')
      .map((entry) =>
        entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js') ? entry.encodedBodySize : 0,
      )
    return {
      kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1_000,
      nodes: document.querySelectorAll('*').length,
      server: opened instanceof PerformanceNavigationTiming ? opened.responseEnd - opened.requestStart : Number.NaN,
      paint: await paint,
    }
  })

async function figuresOf(context: BrowserContext, path: string) {
  const seen: Awaited<ReturnType<typeof measure>>[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    seen.push(await measure(page))
    await page.close()
  }
  const of = (name: keyof (typeof seen)[number]) => median(seen.map((one) => one[name]))
  return [of('kilobytes').toFixed(1), of('nodes'), of('server').toFixed(0), of('paint').toFixed(0)]
}

/** Milliseconds from a click on the next page of a list until its first row is another. */
async function turnOf(context: BrowserContext, path: string): Promise<string> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    taken.push(
      await page.evaluate(async () => {
        // No function with a name: what makes this file JavaScript would put one of its own around it, which the page has not.
        const next = document.querySelector('a[rel=next]')
        if (!(next instanceof HTMLElement)) return Number.NaN
        const before = document.querySelector('tbody tr')?.textContent
        const begun = performance.now()
        next.click()
        await new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            const now = document.querySelector('tbody tr')?.textContent
            if (now === undefined || now === before) return
            observer.disconnect()
            resolve()
          }).observe(document.body, { subtree: true, childList: true, characterData: true })
        })
        return performance.now() - begun
      }),
    )
    await page.close()
  }
  return median(taken).toFixed(0)
}

async function newReader(context: BrowserContext, sql: Sql, url: string): Promise<void> {
  const { merchant, keys } = await newBusyMerchant(sql, { consumptions: 3_000 })
  await sql`insert into articles (merchant_id, sku, name)
    select ${merchant.id}, 'SKU-' || n, 'Artículo ' || n from generate_series(1, 300) n`
  await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, reference, duration_ms, request_id, details)
    select ${merchant.id}, now() - n * interval '1 hour', gen_random_uuid(), ${keys[0]?.id ?? 0}, 'applyDiscount',
      case when n % 5 = 0 then 409 else 201 end, case when n % 5 = 0 then 'usage_limit_reached' end, 'T-' || n, 3, 'r' || n, '{}' from generate_series(1, 600) n`
  await staffOf(sql).session(context, await newPerson(sql, { merchantId: merchant.id }), url)
}

const portal = await startPortal()
const sql = connect(portal.variables.PORTAL_DATABASE_URL, {
  poolMax: 2,
  applicationName: 'page-figures',
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
})
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  Object.assign(process.env, portal.variables)
  const url = portal.variables.PORTAL_URL
  const context = await browser.newContext({ baseURL: url, locale: 'es-DO', viewport: { width: 1280, height: 800 } })
  waitForHydrationIn(context)
  await newReader(context, sql, url)
  const rows = [
    ['Page', 'Scripts, kB', 'Nodes', 'Server, ms', 'Largest paint, ms', 'Turn, ms'],
    ['---', ...Array.from({ length: 5 }, () => '---:')],
  ]
  for (const path of pages) {
    const turn = listPages.includes(path) ? await turnOf(context, path) : ''
    rows.push([path, ...(await figuresOf(context, path)).map(String), turn])
  }
  console.log(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
} finally {
  await browser.close()
  await sql.end({ timeout: 5 })
  await portal.stop()
}
