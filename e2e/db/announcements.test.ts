import { describe, expect, it } from 'vitest'
import { type OperatorPermission, operatorPermissions } from '@/lib/accounts/permissions'
import { announcementsFor, listAnnouncements, putAnnouncementAway } from '@/lib/announcements/list-announcements'
import { publishAnnouncement, withdrawAnnouncement } from '@/lib/announcements/publish-announcement'
import { operatorContextOf, people } from '../fixtures/members'
import { startCompanies } from './company'

/** What the operator tells the people of the offices, and who is shown it. */

const { world } = startCompanies()

const newOperator = async (permissions: readonly OperatorPermission[] = operatorPermissions) => ({
  ...operatorContextOf(world().office, await people(world().sql).newOperator({ permissions: [...permissions] })),
  now: () => new Date(),
})

const draft = {
  textEs: 'Mantenimiento el domingo',
  textEn: 'Maintenance on Sunday',
  audience: 'all',
  from: '',
  until: '2099-01-01',
} as const

const shownTo = async (userId: number, audience: 'merchants' | 'companies', language: 'es' | 'en' = 'es') =>
  (await announcementsFor(world().office.db, { userId, language, audience })).map(({ text }) => text)

describe('an announcement', () => {
  it('is shown to the people of its offices in their language, in its days, until they put it away or it is withdrawn', async () => {
    const ctx = await newOperator()
    const { userId } = ctx.member
    const other = (await newOperator()).member.userId
    await publishAnnouncement(ctx, draft)
    await publishAnnouncement(ctx, {
      ...draft,
      textEs: 'Para comercios',
      textEn: 'For merchants',
      audience: 'merchants',
    })
    await publishAnnouncement(ctx, { ...draft, textEs: 'Mañana', textEn: 'Later', from: '2098-12-31' })
    expect(await shownTo(userId, 'merchants')).toEqual(['Para comercios', 'Mantenimiento el domingo'])
    expect(await shownTo(userId, 'companies', 'en')).toEqual(['Maintenance on Sunday'])
    const [later, forMerchants, forAll] = await listAnnouncements(ctx)
    expect([later?.state, forMerchants?.state, forAll?.state]).toEqual(['waiting', 'shown', 'shown'])

    const put = { ...ctx, user: { userId, sessionId: 0 } }
    const away = { announcementId: forAll?.id ?? 0 }
    await Promise.all(Array.from({ length: 8 }, () => putAnnouncementAway(put, away)))
    expect(await shownTo(userId, 'merchants')).toEqual(['Para comercios'])
    expect(await shownTo(other, 'merchants')).toEqual(['Para comercios', 'Mantenimiento el domingo'])
    await expect(putAnnouncementAway(put, { announcementId: 2_000_000 })).rejects.toThrow('not_found')

    await withdrawAnnouncement(ctx, { announcementId: forMerchants?.id ?? 0 })
    expect(await shownTo(other, 'merchants')).toEqual(['Mantenimiento el domingo'])
    await expect(withdrawAnnouncement(ctx, { announcementId: forMerchants?.id ?? 0 })).rejects.toThrow('not_found')
    await world()
      .sql`update announcements set show_from = now() - interval '2 days', show_until = now() - interval '1 second'`
    expect(await shownTo(other, 'companies')).toEqual([])
    await expect(withdrawAnnouncement(ctx, away)).rejects.toThrow('not_found')
    expect((await listAnnouncements(ctx)).map(({ state }) => state)).toEqual(['over', 'withdrawn', 'over'])
  })

  it('is published and withdrawn by who manages policies alone; the trail says by whom', async () => {
    const ctx = await newOperator(['operator.network.manage'])
    await expect(publishAnnouncement(ctx, draft)).rejects.toThrow('permission_missing')
    await expect(withdrawAnnouncement(ctx, { announcementId: 1 })).rejects.toThrow('permission_missing')
    await expect(listAnnouncements(ctx)).rejects.toThrow('permission_missing')
    const [event] = await world().sql`
      select actor, user_id, outcome from audit_events where action = 'announcement.withdrawn' order by id desc limit 1`
    expect(event).toEqual({ actor: 'operator', user_id: ctx.member.userId, outcome: 'denied' })
  })
})
