import { type BuiltAction, builtActions } from '../fixtures/built-actions'
import { callOf, entries } from './access/all'
import { areaOfAction, entrances, openActions } from './access/office-map'
import { type Visitors, visitorsOf } from './access/visitors'
import { rowsOf } from './access/world'
import { type Answered, callAction, cookieOf, takesState } from './fixtures/action-calls'
import { newPerson } from './fixtures/people'
import { expect, portalUrl, testWithoutBrowser as test } from './fixtures/test'

/** Every action that the build knows, called as anybody can who knows its address. `access/all.ts` says how to fill its form. */

const actions = builtActions()
const guarded = actions.filter(({ name }) => !openActions.includes(name))

const done = '"status":"done"'
const isDone = ({ text, redirect }: Answered) =>
  text.includes(done) || (redirect !== '' && !/^\/(me\/)?sign-in/.test(redirect))

test('is told of every action what it must know to call it', () => {
  expect(actions.length).toBeGreaterThan(15)
  const unknown = guarded.filter((action) => callOf(action) === undefined)
  const said = unknown.map(({ file, name }) => `${file} ${name}: say in e2e/portal/access/<section>.ts how to call it`)
  expect(said).toEqual([])
  const built = actions.map(({ file, name }) => `${file} ${name}`)
  expect(
    entries.actions.filter((entry) => !built.includes(entry)),
    'entries of actions that are no more',
  ).toEqual([])
})

test.describe('every action', () => {
  test('leads who is not signed in to sign in, and does nothing', async () => {
    for (const action of guarded) {
      const answer = await callAction(action)
      expect(answer.redirect, action.name).toMatch(entrances[areaOfAction(action)].signIn)
      expect(answer.text, action.name).not.toContain(done)
    }
  })

  test('leads who owes the code to give it, and does nothing (P-03)', async ({ sql }) => {
    const cookie = await cookieOf(sql, await newPerson(sql), 'pending')
    for (const action of guarded) {
      const answer = await callAction(action, { cookie })
      expect(answer.redirect, action.name).toMatch(entrances[areaOfAction(action)].pending)
      expect(answer.text, action.name).not.toContain(done)
    }
  })

  for (const [said, origin, headers] of [
    ['another site', 'https://evil.example', {}],
    ['another site, which names itself as the host', 'https://evil.example', { 'X-Forwarded-Host': 'evil.example' }],
    ['null', 'null', {}],
    ['null, with a host of that name', 'null', { 'X-Forwarded-Host': 'null' }],
    ['nothing', null, {}],
  ] as const) {
    test(`is refused when the Origin says ${said} (P-13)`, async ({ sql }) => {
      const person = await newPerson(sql)
      const cookie = await cookieOf(sql, person, 'complete')
      const before = await sql`select * from users where id = ${person.id}`
      for (const action of actions) {
        const answer = await callAction(action, { cookie, origin, headers })
        expect(answer, action.name).toEqual({ status: 403, redirect: '', text: '' })
      }
      const signOut = await fetch(`${portalUrl()}/sign-out`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie, ...(origin === null ? {} : { Origin: origin }), ...headers },
      })
      expect(signOut.status).toBe(403)
      expect(await sql`select * from users where id = ${person.id}`).toEqual(before)
      const [live] =
        await sql`select count(*)::int as count from sessions where user_id = ${person.id} and ended_at is null`
      expect(live?.count).toBe(1)
    })
  }
})

test('an action of our own pages is taken whatever host a balancer names: the Origin alone says whose it is (P-13)', async ({
  sql,
}) => {
  const cookie = await cookieOf(sql, await newPerson(sql), 'complete')
  for (const action of actions.filter(takesState)) {
    const plain = await callAction(action, { cookie })
    const named = await callAction(action, { cookie, headers: { 'X-Forwarded-Host': '10.0.0.7:3000' } })
    expect([plain.status, named.status], action.name).toEqual([200, 200])
  }
})

/** Calls an action with fields that the owner's own call would have. */
async function callWith(action: BuiltAction, { own }: Visitors, cookie: string): Promise<Answered> {
  const fields = (await callOf(action)?.fields(own)) ?? {}
  return callAction(action, { cookie, fields })
}

/** As `callWith`, and the world of the owner is the same after it as before. */
async function expectUnchangedBy(action: BuiltAction, visitors: Visitors, cookie: string): Promise<Answered> {
  const fields = (await callOf(action)?.fields(visitors.own)) ?? {}
  const { merchantId, companyId } = visitors.own
  const before = await rowsOf(visitors.own)
  const planted = { merchantId: String(merchantId), companyId: String(companyId) }
  const answer = await callAction(action, { cookie, fields: { ...planted, ...fields } })
  expect(await rowsOf(visitors.own), `${action.name} changes what is another's`).toBe(before)
  // What was typed may come back.
  const sent = Object.values(fields).flat()
  const isSent = (text: string) => sent.some((one) => typeof one === 'string' && one.includes(text))
  const shown = visitors.private.filter((text) => !isSent(text) && answer.text.includes(text))
  expect(shown, `${action.name} shows what is another's`).toEqual([])
  return answer
}

const expectRefused = ({ text, status, redirect }: Answered, action: BuiltAction) => {
  // Those that choose how one sees the offices have no form to answer.
  if (takesState(action)) expect(text, `${action.name} ${status} ${redirect}`).toContain('"status":"refused"')
  expect(text, action.name).not.toContain(done)
}

for (const file of new Set(guarded.map((action) => action.file))) {
  const ofFile = guarded.filter((action) => action.file === file && callOf(action) !== undefined)
  const area = areaOfAction({ file, name: '' })

  test.describe(`every action of ${file}`, () => {
    test('changes nothing of anybody else’s, and is refused with the id of a thing of theirs (T-07)', async ({
      sql,
    }) => {
      const visitors = await visitorsOf(area, sql)
      for (const action of ofFile) {
        const answer = await expectUnchangedBy(action, visitors, visitors.stranger)
        if (callOf(action)?.on === 'foreign') expectRefused(answer, action)
      }
    })

    test('is refused to who belongs there without a permission, or without the second step (P-07)', async ({ sql }) => {
      const visitors = await visitorsOf(area, sql)
      const { powerless, singleStep } = visitors
      for (const action of ofFile) {
        if (powerless !== undefined) expectRefused(await callWith(action, visitors, powerless), action)
        if (singleStep === undefined) continue
        expect((await callWith(action, visitors, singleStep)).text, action.name).toContain('"code":"two_step_missing"')
      }
    })

    if (area === 'account') return

    test('is lost with the permission at the next call, and works again with it (P-08, D57)', async ({ sql }) => {
      const visitors = await visitorsOf(area, sql)
      for (const action of ofFile) {
        await visitors.take()
        const fields = (await callOf(action)?.fields(visitors.own)) ?? {}
        const before = await rowsOf(visitors.own)
        expectRefused(await callAction(action, { cookie: visitors.owner, fields }), action)
        expect(await rowsOf(visitors.own), `${action.name} without its permission`).toBe(before)
        await visitors.give()
        const answer = await callAction(action, { cookie: visitors.owner, fields })
        expect(isDone(answer), `${action.name} for its owner: ${answer.status} ${answer.text.slice(-400)}`).toBe(true)
      }
    })
  })
}
