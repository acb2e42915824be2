import type { OfficeDb } from '@/db/office'
import {
  listAnnouncements as list,
  listShownAnnouncements,
  putAnnouncementAway as putAway,
} from '@/db/queries/offices/announcements'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext, UserContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Language } from '@/lib/language/language'
import { policiesPermission } from '@/lib/policies/permission'
import { type Audience, stateOf } from './announcements'

const shownToOperator = 100

/** The last hundred announcements, with how each stands. Throws `permission_missing`. */
export async function listAnnouncements({
  db,
  member,
  now,
}: Pick<OperatorContext, 'db' | 'member'> & { readonly now: () => Date }) {
  requirePermission(member, policiesPermission)
  return (await list(db, shownToOperator)).map((one) => ({ ...one, state: stateOf(one, now()) }))
}

/** What stands above the pages of an office for one of its people, in their language, until they put it away. */
export async function announcementsFor(
  db: OfficeDb,
  reader: { readonly userId: number; readonly language: Language; readonly audience: Exclude<Audience, 'all'> },
): Promise<readonly { readonly id: number; readonly text: string }[]> {
  const shown = await listShownAnnouncements(db, reader.audience, reader.userId)
  return shown.map(({ id, textEs, textEn }) => ({ id, text: reader.language === 'es' ? textEs : textEn }))
}

/** Shows an announcement to this person no more. Throws `not_found` where there is none; a second time changes nothing. */
export async function putAnnouncementAway(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  { announcementId }: { readonly announcementId: number },
): Promise<void> {
  if (!(await putAway(db, announcementId, user.userId))) throw new OfficeFault('not_found')
}
