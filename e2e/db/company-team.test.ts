import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceptAsUser } from '@/lib/accounts/accept-invitation'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { listTeam } from '@/lib/accounts/list-team'
import { type CompanyPermission, companyPermissions } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { trails } from '@/lib/audit/activity'
import { listActivity } from '@/lib/audit/list-activity'
import { people } from '../fixtures/members'
import { startCompanies } from './company'

/** A company's team is managed by the rules of a merchant's (`team.test.ts`), and the company reads in its own trail what was done. */

const { world, newCompany, newColleague, eventsOf } = startCompanies()

const all = writePermissions(companyPermissions)
const accounting: CompanyPermission[] = ['company.consumptions.read']

const held = async (companyId: number, userId: number): Promise<string[] | undefined> =>
  (
    await world()
      .sql`select permissions from company_memberships where company_id = ${companyId} and user_id = ${userId}`
  )[0]?.permissions

const mailsTo = (email: string) => world().sql<{ kind: string; subject: string; text: string }[]>`
  select kind, subject, text_body as text from mails where recipient = ${email} order by id`

const invitee = () => `invitada.${Math.random()}@example.com`

const trail = (ctx: Parameters<typeof listActivity>[0]) => listActivity(ctx, trails.company.filterOf({}))

describe('a company’s team', () => {
  it('has its permissions changed at once, and the member and the trail told of it', async () => {
    const { company, ctx, member } = await newCompany()
    const { member: other } = await newColleague(company.id)
    const change = { userId: other.id, seen: all, permissions: accounting }
    expect(await changeMember(ctx, change)).toEqual({ name: other.name, mine: false })
    expect(await held(company.id, other.id)).toEqual(accounting)
    await expect(changeMember(ctx, change)).rejects.toMatchObject({ code: 'member_changed' })
    expect(await eventsOf(company.id)).toMatchObject([
      { action: 'membership.changed', userId: member.id, details: { from: [...companyPermissions], to: accounting } },
    ])
    const taken = ['company.collaborators.manage', 'company.benefits.manage', 'company.team.manage']
    expect((await trail(ctx)).events).toMatchObject([{ person: member.name, subject: other.name, given: [], taken }])
    const [mail] = await mailsTo(other.email)
    expect(mail).toMatchObject({ kind: 'membership_changed', subject: `Sus permisos en ${company.name} cambiaron` })
    expect(mail?.text).toContain('• Ver los consumos de los colaboradores')
    expect(mail?.text).toContain('https://oficina.example/company')
  })

  it('loses whom it takes out, with the invitations that they sent, and keeps its last manager', async () => {
    const { company, ctx, member } = await newCompany()
    const other = await newColleague(company.id)
    await inviteMember(other.ctx, { email: invitee(), permissions: accounting })
    expect(await removeMember(ctx, { userId: other.member.id, seen: all })).toMatchObject({ mine: false })
    expect(await held(company.id, other.member.id)).toBeUndefined()
    expect((await listTeam(ctx)).invitations).toEqual([])
    expect((await mailsTo(other.member.email)).map(({ kind }) => kind)).toEqual(['membership_removed'])
    const last = { code: 'last_team_manager' }
    await expect(removeMember(ctx, { userId: member.id, seen: all })).rejects.toMatchObject(last)
    const change = { userId: member.id, seen: all, permissions: accounting }
    await expect(changeMember(ctx, change)).rejects.toMatchObject(last)
    expect(await held(company.id, member.id)).toEqual([...companyPermissions])
  })

  it('is given nothing that the giver lacks, nor what is of a merchant’s team, and every denial is in its trail (P-08)', async () => {
    const { company, ctx } = await newCompany(['company.team.manage', 'company.consumptions.read'])
    const other = await newColleague(company.id, ['company.collaborators.manage', 'company.benefits.manage'])
    const seen = writePermissions(other.member.permissions)
    const refused = { code: 'permission_not_yours' }
    const third = await newColleague(company.id, accounting)
    const gift = (permissions: readonly (CompanyPermission | 'merchant.team.manage')[]) =>
      changeMember(ctx, { userId: third.member.id, seen: writePermissions(accounting), permissions })
    await expect(gift(['company.benefits.manage'])).rejects.toMatchObject(refused)
    await expect(gift(['merchant.team.manage'])).rejects.toMatchObject(refused)
    const invitation = inviteMember(ctx, { email: invitee(), permissions: ['merchant.team.manage'] })
    await expect(invitation).rejects.toMatchObject(refused)
    // What one member alone holds is theirs.
    await expect(removeMember(ctx, { userId: other.member.id, seen })).rejects.toMatchObject({ code: 'last_holder' })
    await expect(
      changeMember(other.ctx, { userId: third.member.id, seen, permissions: accounting }),
    ).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(listTeam(other.ctx)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(trail(other.ctx)).rejects.toMatchObject({ code: 'permission_missing' })
    expect((await eventsOf(company.id)).map(({ action, outcome, details }) => [action, outcome, details])).toEqual([
      ['membership.changed', 'denied', { reason: 'permission_not_yours' }],
      ['membership.changed', 'denied', { reason: 'permission_not_yours' }],
      ['invitation.sent', 'denied', { reason: 'permission_not_yours' }],
      ['membership.removed', 'denied', { reason: 'last_holder' }],
      ['membership.changed', 'denied', { reason: 'permission_missing' }],
    ])
  })

  it('gives again what nobody holds', async () => {
    const { company, ctx, member } = await newCompany(['company.team.manage'])
    expect((await listTeam(ctx)).unheld).toEqual([
      'company.collaborators.manage',
      'company.benefits.manage',
      'company.consumptions.read',
    ])
    const permissions: CompanyPermission[] = ['company.consumptions.read', 'company.team.manage']
    await changeMember(ctx, { userId: member.id, seen: 'company.team.manage', permissions })
    expect(await eventsOf(company.id)).toMatchObject([{ details: { restored: ['company.consumptions.read'] } }])
    expect((await trail(ctx)).events).toMatchObject([{ restored: ['company.consumptions.read'] }])
  })

  it('is joined by the link of a mail, once, and by nobody after it was withdrawn', async () => {
    const { company, ctx } = await newCompany()
    const guest = await people(world().sql).newUser({ language: 'en' })
    const invite = async () => {
      await inviteMember(ctx, { email: guest.email, permissions: accounting })
      const mail = (await mailsTo(guest.email)).at(-1)
      expect(mail?.subject).toContain(`invites you to ${company.name}`)
      return /token=([A-Za-z0-9]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    const asGuest = { ...ctx, user: { userId: guest.id, sessionId: 0, email: guest.email } }
    const accept = (token: string) => acceptAsUser(asGuest as never, { token })
    const first = await invite()
    const [open] = (await listTeam(ctx)).invitations
    expect(open).toMatchObject({ email: guest.email, role: 'accounting' })
    await withdrawInvitation(ctx, { invitationId: open?.id ?? 0 })
    await expect(accept(first)).rejects.toMatchObject({ code: 'link_invalid' })
    const second = await invite()
    expect(await accept(second)).toEqual({ companyId: company.id })
    await expect(accept(second)).rejects.toMatchObject({ code: 'link_invalid' })
    expect(await held(company.id, guest.id)).toEqual(accounting)
    expect((await eventsOf(company.id)).map(({ action }) => action)).toEqual([
      'invitation.sent',
      'invitation.withdrawn',
      'invitation.sent',
      'invitation.accepted',
    ])
  })
})

describe('the migration that brought the team', () => {
  it('lets manage it who might do everything in the company, tells the company, and gives others nothing', async () => {
    const { sql } = world()
    const before: CompanyPermission[] = companyPermissions.filter((one) => one !== 'company.team.manage')
    const { company, member } = await newCompany(before.toReversed())
    const { member: partly } = await newColleague(company.id, before.slice(1))
    const { member: nothing } = await newColleague(company.id, [])
    const elsewhere = await newCompany(before.slice(0, 2))
    const statement = await readFile(join(import.meta.dirname, '../../db/migrations/0020_company_team.sql'), 'utf8')
    await sql.unsafe(statement)
    await sql.unsafe(statement)
    expect((await held(company.id, member.id))?.toSorted()).toEqual(companyPermissions.toSorted())
    expect(await held(company.id, partly.id)).toEqual(before.slice(1))
    expect(await held(company.id, nothing.id)).toEqual([])
    expect(await held(elsewhere.company.id, elsewhere.member.id)).toEqual(before.slice(0, 2))
    expect(await eventsOf(elsewhere.company.id)).toEqual([])
    const manager = await newColleague(company.id)
    expect((await trail(manager.ctx)).events).toMatchObject([
      { person: null, subject: member.name, given: ['company.team.manage'], taken: [] },
    ])
  })
})
