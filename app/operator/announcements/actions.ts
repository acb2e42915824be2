'use server'

import { revalidatePath } from 'next/cache'
import { announcementChosen, newAnnouncement } from '@/lib/announcements/drafts'
import { publishAnnouncement, withdrawAnnouncement } from '@/lib/announcements/publish-announcement'
import { operatorAction, operatorSections } from '@/lib/web/operator-office'

const { policies } = operatorSections

/** It stands above the pages of the offices. */
const shownAnew = () => revalidatePath('/', 'layout')

export const publishAnnouncementAction = operatorAction(
  policies,
  newAnnouncement,
  async (ctx, draft): Promise<undefined> => {
    await publishAnnouncement(ctx, draft)
    shownAnew()
  },
)

export const withdrawAnnouncementAction = operatorAction(
  policies,
  announcementChosen,
  async (ctx, chosen): Promise<undefined> => {
    await withdrawAnnouncement(ctx, chosen)
    shownAnew()
  },
)
