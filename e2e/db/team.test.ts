import { describe, expect, it } from 'vitest'
import { acceptAsUser } from '@/lib/accounts/accept-invitation'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { teamDrafts } from '@/lib/accounts/drafts'
import { inviteMember, type TeamContext } from '@/lib/accounts/invite-member'
import { listTeam } from '@/lib/accounts/list-team'
import { type MerchantPermission, merchantPermissions } from '@/lib/accounts/permissions'
import { merchantRoles, writePermissions } from '@/lib/accounts/roles'
import { trails } from '@/lib/audit/activity'
import { listActivity } from '@/lib/audit/list-activity'
import { people } from '../fixtures/members'
import { startOffice } from './office'

/** Who manages a team changes what its members may, and who is in it; one who manages it stays. */

const { sql, newShop, newColleague, eventsOf } = startOffice()

const all = writePermissions(merchantPermissions)
const administration = [...merchantPermissions]
const till: MerchantPermission[] = ['merchant.consumptions.read']

const held = async (merchantId: number, userId: number): Promise<string[] | undefined> =>
  (
    await sql()`select permissions from merchant_memberships where merchant_id = ${merchantId} and user_id = ${userId}`
  )[0]?.permissions

const mailsTo = (email: string) => sql()<{ kind: string; subject: string; text: string }[]>`
  select kind, subject, text_body as text from mails where recipient = ${email} order by id`

const invite = (ctx: TeamContext, permissions: MerchantPermission[]) => {
  const email = `invitada.${Math.random()}@example.com`
  return inviteMember(ctx, { email, permissions }).then(() => email)
}

const openInvitations = (merchantId: number) => sql()<{ email: string }[]>`
  select email from invitations where merchant_id = ${merchantId} and withdrawn_at is null and accepted_at is null order by id`

describe('a change of permissions', () => {
  it('counts at once, is told to the member in their language, and stands in the trail with before and after', async () => {
    const { merchant, ctx, member } = await newShop()
    const other = await newColleague(merchant.id, { language: 'en' })
    const permissions: MerchantPermission[] = ['merchant.consumptions.read', 'merchant.catalog.manage']
    const change = { userId: other.member.id, seen: all, permissions }
    expect(await changeMember(ctx, change)).toEqual({ name: other.member.name, mine: false })
    expect(await held(merchant.id, other.member.id)).toEqual(permissions)
    expect(await eventsOf(merchant.id)).toMatchObject([
      {
        action: 'membership.changed',
        userId: member.id,
        subject: `user ${other.member.id}`,
        details: { name: other.member.name, email: other.member.email, from: administration, to: permissions },
      },
    ])
    const { events } = await listActivity(ctx, trails.merchant.filterOf({}))
    const taken = [
      'merchant.integrations.manage',
      'merchant.closings.manage',
      'merchant.redemptions.make',
      'merchant.discounts.manage',
      'merchant.team.manage',
    ]
    expect(events).toMatchObject([{ subject: other.member.name, given: [], taken }])
    const [mail] = await mailsTo(other.member.email)
    expect(mail?.subject).toBe(`Your permissions in ${merchant.name} changed`)
    expect(mail?.text).toContain('• See the consumptions\n• Manage the catalog')
    expect(mail?.text).toContain(`${member.name} did it`)
    expect(mail?.text).not.toContain('203.0.113.7')
  })

  it('gives nothing that its author does not hold, and takes away what they do not hold (P-08)', async () => {
    const { merchant } = await newShop()
    const manager = await newColleague(merchant.id, {
      permissions: ['merchant.team.manage', 'merchant.consumptions.read'],
    })
    const other = await newColleague(merchant.id, { permissions: ['merchant.integrations.manage'] })
    const change = (permissions: MerchantPermission[], seen: string) =>
      changeMember(manager.ctx, { userId: other.member.id, seen, permissions })
    const before = 'merchant.integrations.manage'
    await expect(change(['merchant.discounts.manage'], before)).rejects.toMatchObject({
      code: 'permission_not_yours',
      field: 'permissions',
      values: { permission: 'merchant.discounts.manage' },
    })
    // What the member had already is no gift.
    await change(['merchant.integrations.manage', 'merchant.consumptions.read'], before)
    await change(['merchant.consumptions.read'], `${before} merchant.consumptions.read`)
    expect(await held(merchant.id, other.member.id)).toEqual(['merchant.consumptions.read'])
    const denied = (await eventsOf(merchant.id)).filter(({ outcome }) => outcome === 'denied')
    expect(denied).toMatchObject([{ action: 'membership.changed', details: { reason: 'permission_not_yours' } }])
  })

  it('is not made of what somebody else has changed meanwhile, nor of nothing', async () => {
    const { merchant, ctx } = await newShop()
    const other = await newColleague(merchant.id)
    const change = { userId: other.member.id, seen: all, permissions: till }
    await changeMember(ctx, change)
    await expect(changeMember(ctx, { ...change, permissions: administration })).rejects.toMatchObject({
      code: 'member_changed',
      values: { name: other.member.name },
    })
    await expect(removeMember(ctx, change)).rejects.toMatchObject({ code: 'member_changed' })
    const events = await eventsOf(merchant.id)
    await changeMember(ctx, { ...change, seen: writePermissions(till) })
    expect(await eventsOf(merchant.id)).toEqual(events)
    expect(teamDrafts.merchant.change.safeParse({ ...change, permissions: [] }).error?.issues[0]?.message).toBe(
      'permissions_required',
    )
  })

  it('withdraws the invitations that the member could send no more', async () => {
    const { merchant, ctx } = await newShop()
    const other = await newColleague(merchant.id)
    const mine = await invite(ctx, ['merchant.discounts.manage'])
    await invite(other.ctx, ['merchant.discounts.manage', 'merchant.consumptions.read'])
    const kept = await invite(other.ctx, ['merchant.consumptions.read'])
    const change = (permissions: MerchantPermission[], seen: string) =>
      changeMember(ctx, { userId: other.member.id, seen, permissions })
    const less: MerchantPermission[] = ['merchant.consumptions.read', 'merchant.team.manage']
    await change(less, all)
    expect((await openInvitations(merchant.id)).map(({ email }) => email)).toEqual([mine, kept])
    expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({ details: { invitationsWithdrawn: 1 } })
    await change(till, writePermissions(less))
    expect((await openInvitations(merchant.id)).map(({ email }) => email)).toEqual([mine])
  })
})

describe('a removal', () => {
  it('takes the membership alone: the account, and what it did, stay; the member is told', async () => {
    const { merchant, ctx } = await newShop()
    const elsewhere = await newShop()
    const other = await newColleague(merchant.id)
    await sql()`insert into merchant_memberships (user_id, merchant_id, permissions)
      values (${other.member.id}, ${elsewhere.merchant.id}, '{merchant.consumptions.read}')`
    await invite(other.ctx, till)
    expect(await removeMember(ctx, { userId: other.member.id, seen: all })).toEqual({
      name: other.member.name,
      mine: false,
    })
    expect(await held(merchant.id, other.member.id)).toBeUndefined()
    expect(await held(elsewhere.merchant.id, other.member.id)).toEqual(till)
    expect(await openInvitations(merchant.id)).toEqual([])
    expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({
      action: 'membership.removed',
      details: { name: other.member.name, from: administration, to: [], invitationsWithdrawn: 1 },
    })
    expect(await mailsTo(other.member.email)).toMatchObject([
      { kind: 'membership_removed', subject: `Ya no es parte del equipo de ${merchant.name}` },
    ])
    await expect(invite(other.ctx, till)).rejects.toMatchObject({ code: 'permission_missing' })
  })

  it('of somebody who is no member finds nobody, whoever they are', async () => {
    const { merchant, ctx } = await newShop()
    const stranger = await newShop()
    for (const userId of [stranger.member.id, 2_000_000_000]) {
      await expect(removeMember(ctx, { userId, seen: all })).rejects.toMatchObject({ code: 'not_found', values: {} })
      const change = { userId, seen: all, permissions: till }
      await expect(changeMember(ctx, change)).rejects.toMatchObject({ code: 'not_found', values: {} })
    }
    expect(await held(stranger.merchant.id, stranger.member.id)).toEqual(administration)
    expect((await eventsOf(merchant.id)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('denied'))
  })
})

describe('the last who manages a team', () => {
  it('is not removed and keeps that permission, by themselves neither; other permissions may go', async () => {
    const { merchant, ctx, member } = await newShop()
    await newColleague(merchant.id, { permissions: ['merchant.integrations.manage'] })
    const last = { code: 'last_team_manager' }
    await expect(removeMember(ctx, { userId: member.id, seen: all })).rejects.toMatchObject(last)
    await expect(changeMember(ctx, { userId: member.id, seen: all, permissions: till })).rejects.toMatchObject(last)
    const less: MerchantPermission[] = ['merchant.team.manage']
    const change = { userId: member.id, seen: all, permissions: less }
    expect(await changeMember(ctx, change)).toEqual({ name: member.name, mine: true })
    expect((await listTeam(ctx)).members.filter(({ isLastManager }) => isLastManager)).toMatchObject([
      { userId: member.id, role: 'custom' },
    ])
  })

  it('is the last although a disabled account holds the permission too', async () => {
    const { merchant, ctx, member } = await newShop()
    const disabled = await newColleague(merchant.id, { disabled: true })
    const removal = { userId: member.id, seen: all }
    await expect(removeMember(ctx, removal)).rejects.toMatchObject({ code: 'last_team_manager' })
    await removeMember(ctx, { userId: disabled.member.id, seen: all })
    await newColleague(merchant.id)
    await removeMember(ctx, removal)
    expect(await held(merchant.id, member.id)).toBeUndefined()
  })
})

describe('a permission with one holder', () => {
  it('is taken from them by nobody who lacks it, as a change or by a removal, and that is in the trail', async () => {
    const { merchant } = await newShop(['merchant.team.manage', 'merchant.consumptions.read'])
    const manager = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    const holder = await newColleague(merchant.id, { permissions: ['merchant.integrations.manage', ...till] })
    const seen = writePermissions(['merchant.integrations.manage', ...till])
    const refused = {
      code: 'last_holder',
      values: { name: holder.member.name, permission: 'merchant.integrations.manage' },
    }
    const change = { userId: holder.member.id, seen, permissions: till }
    await expect(changeMember(manager.ctx, change)).rejects.toMatchObject(refused)
    await expect(removeMember(manager.ctx, change)).rejects.toMatchObject(refused)
    expect(await held(merchant.id, holder.member.id)).toEqual(['merchant.integrations.manage', ...till])
    expect(await eventsOf(merchant.id)).toMatchObject([
      { action: 'membership.changed', outcome: 'denied', details: { reason: 'last_holder' } },
      { action: 'membership.removed', outcome: 'denied', details: { reason: 'last_holder' } },
    ])
    const { members } = await listTeam(manager.ctx)
    expect(members.find(({ userId }) => userId === holder.member.id)?.heldAlone).toEqual([
      'merchant.integrations.manage',
    ])
    // What others hold too may go, and so may theirs once the one that they held alone is another's as well.
    const less: MerchantPermission[] = ['merchant.integrations.manage']
    await changeMember(manager.ctx, { ...change, permissions: less })
    await newColleague(merchant.id)
    await removeMember(manager.ctx, { userId: holder.member.id, seen: writePermissions(less) })
    expect(await held(merchant.id, holder.member.id)).toBeUndefined()
  })

  it('is given up by themselves, and is taken from whose account is disabled', async () => {
    const { merchant, ctx, member } = await newShop()
    const manager = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    const less: MerchantPermission[] = merchantPermissions.filter((one) => one !== 'merchant.catalog.manage')
    await changeMember(ctx, { userId: member.id, seen: all, permissions: less })
    expect((await listTeam(manager.ctx)).unheld).toEqual(['merchant.catalog.manage'])
    await sql()`update users set disabled_at = now() where id = ${member.id}`
    await removeMember(manager.ctx, { userId: member.id, seen: writePermissions(less) })
    expect((await listTeam(manager.ctx)).unheld).toEqual(
      merchantPermissions.filter((one) => one !== 'merchant.team.manage'),
    )
  })
})

describe('a permission that nobody holds', () => {
  it('is given again by who manages the team, to a member or themselves, and the trail says that nobody had it', async () => {
    const { merchant, ctx, member } = await newShop(['merchant.team.manage'])
    const other = await newColleague(merchant.id, { permissions: till })
    const permissions: MerchantPermission[] = ['merchant.integrations.manage', ...till]
    await changeMember(ctx, { userId: other.member.id, seen: writePermissions(till), permissions })
    const mine: MerchantPermission[] = ['merchant.catalog.manage', 'merchant.team.manage']
    await changeMember(ctx, { userId: member.id, seen: 'merchant.team.manage', permissions: mine })
    expect(await held(merchant.id, other.member.id)).toEqual(permissions)
    expect(await held(merchant.id, member.id)).toEqual(mine)
    expect(await eventsOf(merchant.id)).toMatchObject([
      { userId: member.id, details: { to: permissions, restored: ['merchant.integrations.manage'] } },
      { userId: member.id, details: { to: mine, restored: ['merchant.catalog.manage'] } },
    ])
    const { events } = await listActivity(ctx, trails.merchant.filterOf({}))
    expect(events.map(({ restored }) => restored)).toEqual([
      ['merchant.catalog.manage'],
      ['merchant.integrations.manage'],
    ])
    // Held again, it is for its holder to give.
    const third = await newColleague(merchant.id, { permissions: till })
    const gift = { userId: third.member.id, seen: writePermissions(till), permissions }
    await expect(changeMember(ctx, gift)).rejects.toMatchObject({ code: 'permission_not_yours' })
  })

  it('is given by invitation too, which a change of who sent it leaves open while nobody holds it', async () => {
    const { merchant, ctx, member } = await newShop(['merchant.team.manage', 'merchant.catalog.manage'])
    const boss = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    const email = await invite(ctx, ['merchant.integrations.manage'])
    expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({
      action: 'invitation.sent',
      details: { email, restored: ['merchant.integrations.manage'] },
    })
    const seen = writePermissions(['merchant.team.manage', 'merchant.catalog.manage'])
    await changeMember(ctx, { userId: member.id, seen, permissions: ['merchant.team.manage'] })
    expect((await openInvitations(merchant.id)).map((one) => one.email)).toEqual([email])
    const mine: MerchantPermission[] = ['merchant.integrations.manage', 'merchant.team.manage']
    await changeMember(boss.ctx, { userId: boss.member.id, seen: 'merchant.team.manage', permissions: mine })
    const change = { userId: member.id, seen: 'merchant.team.manage', permissions: till }
    await changeMember(boss.ctx, change)
    expect(await openInvitations(merchant.id)).toEqual([])
  })

  it('is given by nobody who does not manage the team', async () => {
    const { merchant, member } = await newShop(['merchant.team.manage'])
    const other = await newColleague(merchant.id, { permissions: till })
    const permissions: MerchantPermission[] = ['merchant.integrations.manage', 'merchant.team.manage']
    const gift = changeMember(other.ctx, { userId: member.id, seen: 'merchant.team.manage', permissions })
    await expect(gift).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(invite(other.ctx, permissions)).rejects.toMatchObject({ code: 'permission_missing' })
  })
})

describe('who may', () => {
  it('is who manages the team now: nobody else changes or removes anybody (P-08)', async () => {
    const { merchant, member, ctx } = await newShop()
    const other = await newColleague(merchant.id)
    await changeMember(ctx, { userId: other.member.id, seen: all, permissions: till })
    const removal = { userId: member.id, seen: all }
    await expect(removeMember(other.ctx, removal)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(changeMember(other.ctx, { ...removal, permissions: till })).rejects.toMatchObject({
      code: 'permission_missing',
    })
    expect(await held(merchant.id, member.id)).toEqual(administration)
  })

  it('sees members with the role that their permissions come to', async () => {
    const { merchant, ctx } = await newShop()
    await newColleague(merchant.id, { permissions: [...merchantRoles.till] })
    await newColleague(merchant.id, { permissions: [] })
    await invite(ctx, ['merchant.integrations.manage', 'merchant.consumptions.read'])
    const { members, invitations } = await listTeam(ctx)
    expect(members.map(({ role }) => role).toSorted()).toEqual(['administration', 'none', 'till'])
    expect(invitations.map(({ role }) => role)).toEqual(['integrations'])
  })
})

describe('an invitation', () => {
  it('of somebody who was removed opens no door', async () => {
    const { merchant, ctx } = await newShop()
    const other = await newColleague(merchant.id)
    const guest = await people(sql()).newUser()
    await inviteMember(other.ctx, { email: guest.email, permissions: administration })
    const [mail] = await mailsTo(guest.email)
    const token = /token=([A-Za-z0-9]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    await removeMember(ctx, { userId: other.member.id, seen: all })
    const asGuest = { ...ctx, user: { userId: guest.id, sessionId: 0, email: guest.email } }
    await expect(acceptAsUser(asGuest as never, { token })).rejects.toMatchObject({ code: 'link_invalid' })
    expect(await held(merchant.id, guest.id)).toBeUndefined()
  })
})
