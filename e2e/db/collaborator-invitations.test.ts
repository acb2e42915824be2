import { describe, expect, it } from 'vitest'
import { setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { collaboratorFilterOf } from '@/lib/collaborators/filter'
import {
  countInvitable,
  invitationsPerDayMax,
  inviteCollaborator,
  inviteCollaborators,
  listInvitations,
} from '@/lib/collaborators/invite-collaborators'
import { listCollaborators } from '@/lib/collaborators/list-collaborators'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { canariesIn } from '../fixtures/canaries'
import { startCompanies } from './company'

const { world, newCompany, newColleague, eventsOf } = startCompanies()

const everybody = collaboratorFilterOf({})

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof OfficeFault) return error.code
      throw error
    },
  )

/** Somebody with an address, which nobody else has. */
async function newPerson(
  companyId: number,
  options: { active?: boolean; typeId?: number; email?: string | null } = {},
) {
  const { sql, make } = world()
  const { email: asked, ...rest } = options
  const person = await make.person(companyId, rest)
  const email = asked === undefined ? `P${person.id}@Caribe.example` : asked
  await sql`update collaborators set email = ${email} where id = ${person.id}`
  return { ...person, email: email ?? '' }
}

const mailsTo = (email: string) => world().sql<{ kind: string; text: string; html: string; wait: number }[]>`
  select kind, text_body as text, html_body as html, extract(epoch from next_attempt_at - created_at)::int as wait
  from mails where lower(recipient) = lower(${email}) order by id`

/** Makes what was sent today be of an earlier day. */
const daysLater = (companyId: number, days: number) => world().sql`
  update collaborator_invitations set created_at = created_at - ${days}::int * interval '1 day' where company_id = ${companyId}`

describe('an invitation of collaborators to their benefits (P-29)', () => {
  it('says what they have today, how to use it and where, in its sender’s language, without their identification', async () => {
    const { make, sql } = world()
    const { merchant, company } = await make.shop()
    const { ctx, member } = await newColleague(company.id)
    const paused = await make.discount(merchant.id, { status: 'paused' })
    await make.grant(company.id, merchant.id, paused)
    const person = await newPerson(company.id)
    const [type] = await sql`select name from identification_types where id = 1`
    const [offer] = await sql`select d.name from grants g join discounts d on d.id = g.discount_id
      where g.company_id = ${company.id} and d.status = 'published'`
    await inviteCollaborator(ctx, { id: person.id })
    const [mail, ...others] = await mailsTo(person.email)
    expect(others).toEqual([])
    expect(mail?.kind).toBe('benefits_invitation')
    for (const said of [
      company.name,
      merchant.name,
      String(offer?.name),
      `(${type?.name})`,
      '/me',
      'Hoy puede usar:',
    ]) {
      expect(mail?.text).toContain(said)
    }
    expect(mail?.text.match(/^•/gm)).toHaveLength(1)
    expect(`${mail?.text} ${mail?.html}`).not.toContain(person.identification)
    expect(canariesIn(JSON.stringify(await eventsOf(company.id)))).toEqual([])
    expect(await eventsOf(company.id)).toMatchObject([
      { action: 'collaborator.invited', outcome: 'done', userId: member.id, subject: `collaborator ${person.id}` },
    ])
    expect(await listInvitations(ctx, person.id)).toMatchObject([{ email: person.email.toLowerCase() }])
  })

  it('is one mail for two clicks at once, and one more on another day, three in thirty days at most', async () => {
    const { ctx, company } = await newCompany()
    const person = await newPerson(company.id)
    const twice = [inviteCollaborator(ctx, person), inviteCollaborator(ctx, person)]
    expect((await Promise.all(twice.map(faultOf))).toSorted()).toEqual(['done', 'invited_today'])
    for (const said of ['done', 'done', 'invitations_spent']) {
      await daysLater(company.id, 1)
      expect(await faultOf(inviteCollaborator(ctx, person))).toBe(said)
    }
    expect(await mailsTo(person.email)).toHaveLength(3)
    await daysLater(company.id, 30)
    expect(await faultOf(inviteCollaborator(ctx, person))).toBe('done')
  })

  it('goes to nobody who is inactive or has no address, and to another company’s people never', async () => {
    const { ctx, company } = await newCompany()
    const stranger = await newCompany()
    const { ctx: powerless } = await newColleague(company.id, ['company.benefits.manage'])
    const person = await newPerson(company.id)
    const away = await newPerson(company.id, { active: false })
    const mute = await newPerson(company.id, { email: null })
    expect(await faultOf(inviteCollaborator(ctx, away))).toBe('collaborator_inactive')
    expect(await faultOf(inviteCollaborator(ctx, mute))).toBe('collaborator_without_email')
    expect(await faultOf(inviteCollaborator(stranger.ctx, person))).toBe('not_found')
    expect(await faultOf(inviteCollaborators(stranger.ctx, everybody))).toBe('nobody_to_invite')
    expect(await faultOf(inviteCollaborator(powerless, person))).toBe('permission_missing')
    expect(await faultOf(inviteCollaborators(powerless, everybody))).toBe('permission_missing')
    expect(await listInvitations(stranger.ctx, person.id)).toEqual([])
    expect(await mailsTo(person.email)).toEqual([])
    expect(await mailsTo(away.email)).toEqual([])
  })

  it('to many reaches each who can be invited once, whoever asks at the same time, with what each of them has', async () => {
    const { make } = world()
    const { merchant, company } = await make.shop()
    const { ctx } = await newColleague(company.id)
    const { ctx: other } = await newColleague(company.id)
    const typeId = await make.collaboratorType(company.id)
    await make.grant(company.id, merchant.id, await make.discount(merchant.id), typeId)
    const people = []
    for (const typed of [true, false, false]) people.push(await newPerson(company.id, typed ? { typeId } : {}))
    await newPerson(company.id, { active: false })
    await newPerson(company.id, { email: null })
    expect(await countInvitable(ctx, everybody)).toBe(3)
    const said = await Promise.all(
      [inviteCollaborators(ctx, everybody), inviteCollaborators(other, everybody)].map(faultOf),
    )
    expect(said.toSorted()).toEqual(['done', 'nobody_to_invite'])
    const mails = await Promise.all(people.map(({ email }) => mailsTo(email)))
    expect(mails.map((one) => one.map(({ text }) => text.match(/^•/gm)?.length))).toEqual([[2], [1], [1]])
    expect(
      mails
        .flat()
        .map(({ wait }) => wait)
        .toSorted(),
    ).toEqual([0, 0, 1])
    expect(await countInvitable(ctx, everybody)).toBe(0)
    const filters = ['open', 'sent', 'no_email'].map((invitation) =>
      collaboratorFilterOf({ invitation, added: 'today' }),
    )
    const shown = await Promise.all(filters.map((filter) => listCollaborators(ctx, filter)))
    // The shop's own collaborator has no address either.
    expect(shown.map(({ total }) => total)).toEqual([0, 3, 2])
    expect((await eventsOf(company.id)).map(({ action, details }) => [action, details])).toEqual([
      ['collaborators.invited', { count: 3 }],
    ])
  })

  it('goes by the filter of the list, and by the address of today: at a new address they count as not invited', async () => {
    const { sql, make } = world()
    const { ctx, company } = await newCompany()
    const typeId = await make.collaboratorType(company.id)
    const [chosen, left] = [await newPerson(company.id, { typeId }), await newPerson(company.id)]
    const filter = collaboratorFilterOf({ type: String(typeId) })
    expect(await inviteCollaborators(ctx, filter)).toEqual({ sent: 1, left: 0 })
    expect(await mailsTo(left.email)).toEqual([])
    expect(await faultOf(inviteCollaborators(ctx, filter))).toBe('nobody_to_invite')
    await sql`update collaborators set email = ${`new-${chosen.email}`} where id = ${chosen.id}`
    expect(await inviteCollaborators(ctx, filter)).toEqual({ sent: 1, left: 0 })
    await setCollaboratorActive(ctx, { id: left.id, active: false })
    expect(await countInvitable(ctx, everybody)).toBe(0)
  })

  it('is bounded by day and company: the others wait for another day', async () => {
    const { sql } = world()
    const { ctx, company, member } = await newCompany()
    const [first, second, third] = [
      await newPerson(company.id),
      await newPerson(company.id),
      await newPerson(company.id),
    ]
    await sql`insert into collaborator_invitations (company_id, collaborator_id, email, invited_by)
      select ${company.id}, ${third.id}, 'old-' || n || '@caribe.example', ${member.id}
      from generate_series(1, ${invitationsPerDayMax - 1}) n`
    expect(await inviteCollaborators(ctx, everybody)).toEqual({ sent: 1, left: 2 })
    expect(await faultOf(inviteCollaborators(ctx, everybody))).toBe('invitations_of_day_spent')
    expect(await faultOf(inviteCollaborator(ctx, second))).toBe('invitations_of_day_spent')
    await sql`delete from collaborator_invitations where email like 'old-%' and company_id = ${company.id}`
    await daysLater(company.id, 1)
    expect(await inviteCollaborators(ctx, everybody)).toEqual({ sent: 2, left: 0 })
    expect(await mailsTo(first.email)).toHaveLength(1)
  })
})
