import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSession } from '@/lib/accounts/load-session'
import { endSession, loadCollaborator } from '@/lib/me/load-collaborator'
import { mailLink } from '@/lib/me/mail-link'
import { findLink, openSession } from '@/lib/me/open-session'
import { canary } from '../../fixtures/canaries'
import {
  mailedToken,
  mailsTo,
  makeUser,
  officeUrl,
  openWorld,
  outcomeOf,
  race,
  signInAs,
  type World,
} from '../accounts/world'
import { atTheSameLink, type Employee, newEmployee } from './people'

/** Issue 5, 9: a collaborator comes to their own page by a mailed link, and nobody else does. */

let world: World

beforeAll(async () => {
  world = await openWorld()
  await world.make.identificationTypes()
})

afterAll(() => world.close())

const ask = (email: string, address = `198.51.100.${randomBytes(1)[0]}`) =>
  mailLink(world.ctx({ address }), { email, language: 'es' })

const linkOf = async (person: Employee): Promise<string> => {
  await ask(person.email)
  return mailedToken(world, person.email)
}

const enter = async (token: string, process: 0 | 1 = 0): Promise<string> =>
  canary((await openSession(world.ctx({ process }), { token })).token.reveal())

describe('a link to one’s own benefits', () => {
  it('lets its collaborator in, once, on any process', async () => {
    const person = await newEmployee(world)
    const token = await linkOf(person)
    const session = await enter(token)
    expect(await loadCollaborator(world.ctx({ process: 1 }).db, session)).toEqual({
      collaboratorId: person.id,
      displayName: 'Ana P.',
      companyName: person.companyName,
      email: person.email,
    })
    expect(await outcomeOf(openSession(world.ctx(), { token }))).toBe('link_invalid')
  })

  it('is looked at as often as programs do, and works still', async () => {
    const person = await newEmployee(world)
    const token = await linkOf(person)
    for (let n = 0; n < 5; n++) {
      expect(await findLink(world.ctx(), token)).toEqual({ displayName: 'Ana P.', companyName: person.companyName })
    }
    expect(await outcomeOf(openSession(world.ctx(), { token }))).toBe('done')
    expect(await findLink(world.ctx(), token)).toBeUndefined()
  })

  it('lets in once of twenty at once, and kills the other links of its collaborator', async () => {
    const person = await newEmployee(world)
    const older = await linkOf(person)
    const token = await linkOf(person)
    const works = Array.from(
      { length: 20 },
      (_, n) => () => openSession(world.ctx({ process: n % 2 === 0 ? 0 : 1, address: `192.0.2.${n}` }), { token }),
    )
    expect(await race(works)).toEqual({ done: 1, link_invalid: 19 })
    expect(await outcomeOf(openSession(world.ctx(), { token: older }))).toBe('link_invalid')
    const sessions = await world.database.sql`select from collaborator_sessions where collaborator_id = ${person.id}`
    expect(sessions).toHaveLength(1)
  })

  it('lets in one of two that both have seen it open, whichever writes first', async () => {
    const person = await newEmployee(world)
    const token = await linkOf(person)
    const outcomes = await atTheSameLink(world, person.id, [
      () => outcomeOf(openSession(world.ctx({ process: 0, address: '192.0.2.1' }), { token })),
      () => outcomeOf(openSession(world.ctx({ process: 1, address: '192.0.2.2' }), { token })),
    ])
    expect(outcomes.sort()).toEqual(['done', 'link_invalid'])
  })

  it('is over after 15 minutes, and never was for a made-up token', async () => {
    const person = await newEmployee(world)
    const token = await linkOf(person)
    const { sql } = world.database
    const [row] = await sql`
      select extract(epoch from expires_at - created_at)::int as seconds from collaborator_links
      where collaborator_id = ${person.id}`
    expect(row?.seconds).toBe(900)
    await sql`update collaborator_links set expires_at = now() where collaborator_id = ${person.id}`
    for (const useless of [token, 'x'.repeat(43), '', `${token}'`]) {
      expect(await findLink(world.ctx(), useless)).toBeUndefined()
      expect(await outcomeOf(openSession(world.ctx(), { token: useless }))).toBe('link_invalid')
    }
  })

  it('begins with the configured address, and only its hash is kept', async () => {
    const person = await newEmployee(world)
    const token = await linkOf(person)
    const { sql } = world.database
    const [mail] = await sql`select text_body as text, subject from mails where recipient = ${person.email}`
    expect(mail?.text).toContain(`${officeUrl}/me/enter?token=${token}`)
    expect(mail?.text).toContain(person.companyName)
    expect(mail?.text).not.toContain('Pérez')
    const rows = await sql<{ text: string }[]>`select t::text as text from collaborator_links t`
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  })

  it('is each one’s own where several share an address, and says whose it is', async () => {
    const email = `casa.${randomBytes(4).toString('hex')}@example.com`
    const ana = await newEmployee(world, { email })
    const luis = await newEmployee(world, { email: email.toUpperCase(), firstName: 'Luis' })
    await newEmployee(world, { email, active: false })
    await ask(email)
    const mails = await world.database.sql<{ text: string }[]>`
      select text_body as text from mails where lower(recipient) = ${email} order by id`
    expect(mails).toHaveLength(2)
    for (const [n, person] of [ana, luis].entries()) {
      const token = canary(/token=([A-Za-z0-9]{43})/.exec(mails[n]?.text ?? '')?.[1] ?? '')
      expect(mails[n]?.text).toContain(`Hola, ${person.firstName.split(' ')[0]} P.\n`)
      const session = await enter(token)
      expect(await loadCollaborator(world.ctx().db, session)).toMatchObject({ collaboratorId: person.id })
    }
  })
})

describe('who asks for a link', () => {
  it('is answered alike whether the address is known, unknown or of somebody who left, and as slowly', async () => {
    const [person, former] = [await newEmployee(world), await newEmployee(world, { active: false })]
    const least: Record<string, number> = {}
    for (let round = 0; round < 3; round++) {
      for (const [kind, email] of [
        ['known', person.email],
        ['unknown', `nadie${round}@example.com`],
        ['former', former.email],
      ] as const) {
        const startedAt = performance.now()
        expect(await ask(email)).toBeUndefined()
        least[kind] = Math.min(least[kind] ?? Number.POSITIVE_INFINITY, performance.now() - startedAt)
      }
    }
    expect(Math.min(...Object.values(least))).toBeGreaterThanOrEqual(499)
    expect(await mailsTo(world, former.email)).toEqual([])
    expect(await mailsTo(world, person.email)).toHaveLength(3)
  })

  it('gets three mails in a row at most, with the same answer after that, until one was used', async () => {
    const person = await newEmployee(world)
    for (let n = 0; n < 5; n++) expect(await outcomeOf(ask(person.email))).toBe('done')
    expect(await mailsTo(world, person.email)).toHaveLength(3)
    await enter(await mailedToken(world, person.email))
    await ask(person.email)
    expect(await mailsTo(world, person.email)).toHaveLength(4)
  })

  it('on a device by which they came in before is mailed theirs, whatever strangers ask for', async () => {
    const person = await newEmployee(world)
    const entered = await openSession(world.ctx(), { token: await linkOf(person) })
    const device = canary(entered.device.reveal())
    const here = world.ctx({ address: '192.0.2.253' })
    const askHere = (from?: string) => mailLink(here, { email: person.email, language: 'es', device: from })
    await world.database.sql`insert into throttles (scope, subject, failures, last_failure_at, blocked_until)
      values ('benefits_link_address', '192.0.2.253', 120, now(), now() + interval '1 hour')`
    for (let n = 0; n < 6; n++) await ask(person.email)
    const strangers = (await mailsTo(world, person.email)).length
    expect(await outcomeOf(askHere())).toBe('too_many_attempts')
    for (let n = 0; n < 5; n++) expect(await outcomeOf(askHere(device))).toBe('done')
    expect(await mailsTo(world, person.email)).toHaveLength(strangers + 3)
    // The link is opened on another device than the one on which it was asked for.
    await enter(await mailedToken(world, person.email))
    await askHere(device)
    expect(await mailsTo(world, person.email)).toHaveLength(strangers + 4)
    // To the offices it is a stranger's.
    const [known] = await world.database.sql`select count(*)::int as here from known_devices where purpose = 'office'
      and email = ${person.email}`
    expect(known?.here).toBe(0)
  })

  it('from one address asks a hundred times, and waits then', async () => {
    const address = '192.0.2.254'
    await world.database.sql`insert into throttles (scope, subject, failures, last_failure_at)
      values ('benefits_link_address', ${address}, 99, now())`
    expect(await outcomeOf(ask('nadie@example.com', address))).toBe('done')
    expect(await outcomeOf(ask('nadie@example.com', address))).toBe('too_many_attempts')
  })
})

describe('the session of a collaborator', () => {
  const opened = async (options: Parameters<typeof newEmployee>[1] = {}) => {
    const person = await newEmployee(world, options)
    return { person, session: await enter(await linkOf(person)) }
  }
  const who = (session: string) => loadCollaborator(world.ctx().db, session)

  it('ends at the next request of who was deactivated, for good', async () => {
    const { person, session } = await opened()
    const { sql } = world.database
    await sql`update collaborators set active = false where id = ${person.id}`
    expect(await who(session)).toBeUndefined()
    await sql`update collaborators set active = true where id = ${person.id}`
    expect(await who(session)).toBeUndefined()
  })

  it('and the link end when the company corrects the address', async () => {
    const { person, session } = await opened()
    const token = await linkOf(person)
    await world.database.sql`update collaborators set email = 'otra@example.com' where id = ${person.id}`
    expect(await who(session)).toBeUndefined()
    expect(await outcomeOf(openSession(world.ctx(), { token }))).toBe('link_invalid')
  })

  it('ends after seven days without a visit, and thirty in all', async () => {
    const { sql } = world.database
    const idle = await opened()
    await sql`update collaborator_sessions set last_seen_at = now() - interval '7 days' where collaborator_id = ${idle.person.id}`
    expect(await who(idle.session)).toBeUndefined()
    const old = await opened()
    const [row] = await sql`
      select extract(day from expires_at - created_at)::int as days from collaborator_sessions
      where collaborator_id = ${old.person.id}`
    expect(row?.days).toBe(30)
    await sql`update collaborator_sessions set expires_at = now() where collaborator_id = ${old.person.id}`
    expect(await who(old.session)).toBeUndefined()
  })

  it('is prolonged by a visit', async () => {
    const { person, session } = await opened()
    const { sql } = world.database
    await sql`update collaborator_sessions set last_seen_at = now() - interval '6 days' where collaborator_id = ${person.id}`
    expect(await who(session)).toBeDefined()
    const [row] = await sql`select last_seen_at > now() - interval '1 minute' as seen from collaborator_sessions
      where collaborator_id = ${person.id}`
    expect(row?.seen).toBe(true)
  })

  it('ends when its collaborator signs out, and no other does', async () => {
    const one = await opened()
    const other = await enter(await linkOf(one.person))
    await endSession(world.ctx().db, one.session)
    expect(await who(one.session)).toBeUndefined()
    expect(await who(other)).toBeDefined()
  })

  it('is no session of the offices, nor theirs one of these', async () => {
    const { session } = await opened()
    expect(await loadSession(world.ctx().db, session)).toBeUndefined()
    expect(await who(await signInAs(world.ctx(), await makeUser(world)))).toBeUndefined()
  })
})
