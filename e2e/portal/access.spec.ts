import { builtActions, callAction, cookieOf, takesState } from './action-calls'
import { expect, portalUrl, test } from './fixtures'
import { newCompanyPerson, newPerson } from './people'

/** What who is not signed in may call: the ways in, and how they want to see them. */
const open = [
  'acceptAsNewUserAction',
  'chooseLanguage',
  'chooseTheme',
  'forgotAction',
  'resetAction',
  'signInAction',
  // Leads to sign in by itself: it is for who has given their password.
  'verifyAction',
]

const done = '"status":"done"'

test.describe('every action of the build', () => {
  test('is one that these tests know how to call', () => {
    expect(builtActions().length).toBeGreaterThan(15)
  })

  test('leads who is not signed in to sign in, and does nothing', async () => {
    for (const action of builtActions().filter(({ name }) => !open.includes(name))) {
      const answer = await callAction(action)
      expect(answer.redirect, action.name).toMatch(/^\/sign-in/)
      expect(answer.text, action.name).not.toContain(done)
    }
  })

  test('leads who owes the code to give it, and does nothing (P-03)', async ({ sql }) => {
    const cookie = await cookieOf(sql, await newPerson(sql), 'pending')
    for (const action of builtActions().filter(({ name }) => !open.includes(name))) {
      const answer = await callAction(action, { cookie })
      expect(answer.redirect, action.name).toMatch(/^\/sign-in\/verify/)
      expect(answer.text, action.name).not.toContain(done)
    }
  })

  test('of a merchant is refused without two-step verification (P-07)', async ({ sql }) => {
    const cookie = await cookieOf(sql, await newPerson(sql, { twoStep: false }), 'pending')
    const ofMerchants = builtActions().filter(({ file }) => file.startsWith('app/portal/'))
    expect(ofMerchants.length).toBeGreaterThan(0)
    for (const action of ofMerchants) {
      const answer = await callAction(action, { cookie })
      expect(answer.text, action.name).toContain('"code":"two_step_missing"')
    }
  })

  test('of a company is refused without two-step verification, without a permission, and to who is of no company', async ({
    sql,
    make,
  }) => {
    const company = await make.company()
    const ofCompanies = builtActions().filter(({ file }) => file.startsWith('app/company/'))
    const cookies = {
      two_step_missing: await cookieOf(sql, await newCompanyPerson(sql, company.id, { twoStep: false }), 'pending'),
      permission_missing: await cookieOf(sql, await newCompanyPerson(sql, company.id, { permissions: [] }), 'complete'),
    }
    const merchants = await cookieOf(sql, await newPerson(sql), 'complete')
    for (const action of ofCompanies) {
      for (const [code, cookie] of Object.entries(cookies)) {
        const answer = await callAction(action, { cookie })
        expect(answer.text, action.name).toContain(`"code":"${code}"`)
      }
      const answer = await callAction(action, { cookie: merchants })
      expect(answer.text, action.name).toContain('"code":"permission_missing"')
    }
  })

  test('is refused to a member without any permission', async ({ sql }) => {
    const cookie = await cookieOf(sql, await newPerson(sql, { permissions: [] }), 'complete')
    for (const action of builtActions().filter(({ file }) => file.startsWith('app/portal/'))) {
      const answer = await callAction(action, { cookie })
      expect(answer.text, action.name).toContain('"status":"refused"')
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
      for (const action of builtActions()) {
        const answer = await callAction(action, { cookie, origin, headers })
        expect(answer.text, action.name).not.toContain(done)
        const isRefused = answer.status >= 400 || answer.text.includes('"code":"foreign_origin"')
        // Those without a form's state say nothing at all.
        if (takesState(action)) expect(isRefused, `${action.name} ${answer.status}`).toBe(true)
        expect(answer.redirect, action.name).toBe('')
      }
      expect(await sql`select * from users where id = ${person.id}`).toEqual(before)
      const [live] =
        await sql`select count(*)::int as count from sessions where user_id = ${person.id} and ended_at is null`
      expect(live?.count).toBe(1)
    })
  }
})

test.describe('every page behind signing in', () => {
  const paths = [
    '/portal',
    '/%70ortal',
    '/portal/team',
    '/portal/activity',
    '/portal/integrations',
    '/company',
    '/account',
    '/account/security',
    '/account/sessions',
  ]
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

  test('shows nothing of anybody to who has no session, or owes the code, by whatever way (P-03, P-14)', async ({
    sql,
  }) => {
    const person = await newPerson(sql, { name: 'Persona Reconocible' })
    const merchant = (await sql`select name from merchants where id = ${person.merchantId}`)[0]?.name
    const pending = await cookieOf(sql, person, 'pending')
    for (const cookie of [undefined, pending]) {
      for (const path of [...paths, '/portal.rsc', '/portal/team.rsc', '/portal.segments/_tree.segment.rsc']) {
        for (const way of ways) {
          const headers = { ...way, ...(cookie === undefined ? {} : { Cookie: cookie }) }
          const answer = await fetch(`${portalUrl()}${path}`, { headers, redirect: 'manual' })
          const text = await answer.text()
          const said = `${path} ${JSON.stringify(way)} ${answer.status}`
          expect(answer.status, said).toBeLessThan(500)
          expect(text, said).not.toContain('Persona Reconocible')
          expect(text, said).not.toContain(person.email)
          expect(text, said).not.toContain(merchant)
          expect(answer.headers.get('location') ?? '', said).not.toContain('evil')
        }
      }
    }
  })

  test('is a redirect to sign in, for who just asks', async () => {
    // Next knows no page by an encoded name.
    for (const path of paths.filter((path) => !path.includes('%'))) {
      const answer = await fetch(`${portalUrl()}${path}`, { redirect: 'manual' })
      expect(answer.status, path).toBe(307)
      expect(answer.headers.get('location'), path).toMatch(/^\/sign-in/)
    }
  })

  test('does not take a session that somebody planted, altered or sealed otherwise (P-09)', async ({ sql }) => {
    const cookie = await cookieOf(sql, await newPerson(sql), 'complete')
    expect((await fetch(`${portalUrl()}/account`, { headers: { Cookie: cookie }, redirect: 'manual' })).status).toBe(
      200,
    )
    const altered = `${cookie.slice(0, -4)}AAAA`
    for (const planted of [
      altered,
      'aliado=x',
      'aliado=',
      'aliado=eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.',
      '__Host-aliado=x',
    ]) {
      const answer = await fetch(`${portalUrl()}/account`, { headers: { Cookie: planted }, redirect: 'manual' })
      expect(answer.status, planted).toBe(307)
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
