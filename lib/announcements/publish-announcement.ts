import { insertAnnouncement, withdrawAnnouncement as withdraw } from '@/db/queries/offices/announcements'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { policiesPermission } from '@/lib/policies/permission'
import { type NewAnnouncement, periodOf } from './drafts'

/** Tells it to the people of those offices in its time. Throws `permission_missing`. */
export async function publishAnnouncement(
  ctx: OperatorContext & { readonly now: () => Date },
  { textEs, textEn, audience, ...period }: NewAnnouncement,
): Promise<void> {
  const { userId: createdBy } = ctx.member
  const asked = { permission: policiesPermission, action: 'announcement.published' } as const
  await attempt(ctx, asked, async ({ tx, record }) => {
    const id = await insertAnnouncement(tx, { textEs, textEn, audience, createdBy, ...periodOf(period, ctx.now()) })
    await record({ name: textEs, audience }, { type: 'announcement', id })
  })
}

/** Takes an announcement back: nobody is shown it any more. Throws `permission_missing`, and `not_found` for one that is over or taken back. */
export async function withdrawAnnouncement(
  ctx: OperatorContext,
  { announcementId }: { readonly announcementId: number },
): Promise<void> {
  const subject = { type: 'announcement', id: announcementId } as const
  const asked = { permission: policiesPermission, action: 'announcement.withdrawn', subject } as const
  await attempt(ctx, asked, async ({ tx, record }) => {
    const withdrawn = await withdraw(tx, announcementId)
    if (withdrawn === undefined) throw new OfficeFault('not_found')
    await record({ name: withdrawn.textEs, audience: withdrawn.audience })
  })
}
