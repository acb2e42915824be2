import { builtActions } from '../fixtures/built-actions'
import { addressesOf, visitOf } from './access/all'
import { areas, entrances, officePages } from './access/office-map'
import { visitorsOf } from './access/visitors'
import { rowsOf } from './access/world'
import { callAction, cookieOf } from './fixtures/action-calls'
import { newPerson } from './fixtures/people'
import { expect, portalUrl, testWithoutBrowser as test } from './fixtures/test'

/**
 * Every page and route behind signing in, found by its file, tried as everybody who may come. How to fill what an address leaves open is said in
 * `access/`; `e2e/law/access.test.ts` holds that it is.
 */

const pages = officePages()

/** The page as a browser asks for it, and as Next's own links do. */
const forms: Record<string, string>[] = [{}, { RSC: '1' }]

type Answered = { status: number; location: string; text: string; said: string }

async function ask(path: string, cookie: string | undefined, headers: Record<string, string> = {}): Promise<Answered> {
  const answer = await fetch(`${portalUrl()}${path}`, {
    // Thousands of answers need not be compressed and read again.
    headers: { 'Accept-Encoding': 'identity', ...headers, ...(cookie === undefined ? {} : { Cookie: cookie }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  })
  const said = `${path} ${JSON.stringify(headers)} ${answer.status}`
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text(), said }
}

/** One assertion for an answer: Playwright keeps each as a step, and tells it to its first process. */
const expectNothingOf = (texts: readonly string[], { text, status, said }: Answered) =>
  expect({ isError: status >= 500, shown: texts.filter((one) => text.includes(one)) }, said).toEqual({
    isError: false,
    shown: [],
  })

for (const area of areas.filter((one) => pages.some((page) => page.area === one))) {
  test.describe(`every page of ${area}`, () => {
    test('is shown to whose it is', async ({ sql }) => {
      const visitors = await visitorsOf(area, sql)
      for (const { path, visit } of await addressesOf(area, visitors.own)) {
        const { status, text, said } = await ask(path, visitors.owner)
        expect(status, said).toBe(200)
        const isSeen = visitors.guarded.some((one) => text.includes(one))
        expect(isSeen, `${path} shows its owner nothing of theirs: then this proves nothing of others`).toBe(
          visit.shows ?? true,
        )
      }
    })

    test('leads who is not signed in, or owes the code, to where they belong', async ({ sql }) => {
      const visitors = await visitorsOf(area, sql)
      for (const { page, path } of await addressesOf(area, visitors.own)) {
        for (const stage of ['signIn', 'pending'] as const) {
          if (stage === 'pending' && visitors.pending === undefined) continue
          const answer = await ask(path, stage === 'pending' ? visitors.pending : undefined)
          expectNothingOf(visitors.private, answer)
          if (page.kind === 'route' && [401, 403].includes(answer.status)) continue
          expect(answer.status, answer.said).toBe(307)
          expect(answer.location, answer.said).toMatch(entrances[area][stage])
        }
      }
    })

    test('shows nothing to who belongs there without a permission, or without the second step (P-07)', async ({
      sql,
    }) => {
      const visitors = await visitorsOf(area, sql)
      for (const { path } of await addressesOf(area, visitors.own)) {
        for (const cookie of [visitors.powerless, visitors.singleStep]) {
          if (cookie === undefined) continue
          for (const headers of forms) expectNothingOf(visitors.guarded, await ask(path, cookie, headers))
        }
      }
    })

    test('is a page that does not exist, or one of their own, to a stranger (T-07)', async ({ sql }) => {
      const visitors = await visitorsOf(area, sql)
      for (const { page, path } of await addressesOf(area, visitors.own)) {
        for (const headers of forms) expectNothingOf(visitors.private, await ask(path, visitors.stranger, headers))
        const { status, said } = await ask(path, visitors.stranger)
        if (page.template.includes('[')) expect(status, said).toBe(404)
      }
    })

    test('is lost with the permission at the next request, and is back with it (P-08, D57)', async ({ sql }) => {
      const visitors = await visitorsOf(area, sql)
      const isSeen = ({ text }: Answered) => visitors.guarded.some((one) => text.includes(one))
      for (const { path, visit } of await addressesOf(area, visitors.own)) {
        if (visit.shows === false) continue
        expect(isSeen(await ask(path, visitors.owner)), `${path} before`).toBe(true)
        await visitors.take()
        for (const headers of forms) expectNothingOf(visitors.guarded, await ask(path, visitors.owner, headers))
        await visitors.give()
        expect(isSeen(await ask(path, visitors.owner)), `${path} after`).toBe(true)
      }
    })
  })
}

test('a route that changes something takes nothing from who is not signed in, owes the code, or comes from elsewhere', async ({
  sql,
}) => {
  for (const { area, template, methods } of pages.filter(({ kind }) => kind === 'route')) {
    const writes = methods.filter((method) => method !== 'GET')
    if (writes.length === 0) continue
    const visitors = await visitorsOf(area, sql)
    const path = (await visitOf({ template })?.path?.(visitors.own)) ?? template
    const before = await rowsOf(visitors.own)
    const tries: [string | undefined, string | undefined, number[]][] = [
      [undefined, portalUrl(), [303, 307, 401, 403]],
      [visitors.pending, portalUrl(), [303, 307, 401, 403]],
      [visitors.owner, 'https://evil.example', [403]],
      [visitors.owner, undefined, [403]],
    ]
    for (const method of writes) {
      for (const [cookie, origin, statuses] of tries) {
        const headers = { ...(cookie ? { Cookie: cookie } : {}), ...(origin ? { Origin: origin } : {}) }
        const answer = await fetch(`${portalUrl()}${path}`, { method, headers, redirect: 'manual' })
        expect(statuses, `${method} ${path} from ${origin}`).toContain(answer.status)
      }
    }
    expect(await rowsOf(visitors.own)).toBe(before)
  }
})

test.describe('every page behind signing in', () => {
  const ways: Record<string, string>[] = [
    {},
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware' },
    { 'x-middleware-prefetch': '1' },
    { 'x-nextjs-data': '1' },
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
    { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_full' },
    { 'x-aliado-path': '//evil.example' },
  ]

  for (const area of areas.filter((one) => pages.some((page) => page.area === one))) {
    test(`of ${area} shows nothing to who has no session, or owes the code, by whatever way (P-03, P-14)`, async ({
      sql,
    }) => {
      const visitors = await visitorsOf(area, sql)
      const known = (await addressesOf(area, visitors.own)).map(({ path }) => path)
      const twisted = [
        `/%${area.charCodeAt(0).toString(16)}${area.slice(1)}`,
        ...known.map((path) => path.replace(/(\?|$)/, '.rsc$1')),
        ...known.map((path) => path.replace(/(\?.*)?$/, '.segments/_tree.segment.rsc')),
      ]
      for (const cookie of [undefined, visitors.pending]) {
        const ask1 = async (path: string, headers: Record<string, string>) => {
          const answer = await ask(path, cookie, headers)
          expectNothingOf(visitors.private, answer)
          expect(answer.location, answer.said).not.toContain('evil')
        }
        for (const path of known) await Promise.all(ways.map((headers) => ask1(path, headers)))
        for (const path of twisted) await ask1(path, {})
      }
    })
  }

  test('does not take a session that somebody planted, altered or sealed otherwise (P-09)', async ({ sql }) => {
    const cookie = await cookieOf(sql, await newPerson(sql), 'complete')
    expect((await ask('/account', cookie)).status).toBe(200)
    const altered = `${cookie.slice(0, -4)}AAAA`
    for (const planted of [
      altered,
      'aliado=x',
      'aliado=',
      'aliado=eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.',
      '__Host-aliado=x',
    ]) {
      expect((await ask('/account', planted)).status, planted).toBe(307)
    }
  })
})

test.describe('a link in a mail', () => {
  test('begins with the configured address, whatever the request says of its host (P-16)', async ({ sql }) => {
    const person = await newPerson(sql)
    const action = builtActions().find(({ name }) => name === 'forgotAction')
    if (!action) throw new Error('no such action')
    const headers = { 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' }
    await callAction(action, { headers, fields: { email: person.email } })
    const resets = await sql`select id from password_resets where user_id = ${person.id}`
    expect(resets).toHaveLength(1)
    const mails = await sql`select coalesce(text_body, '') as text from mails where recipient = ${person.email}`
    expect(mails.map(({ text }) => text).join()).not.toContain('evil')
  })
})
