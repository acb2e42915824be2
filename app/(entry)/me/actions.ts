'use server'

import { redirect } from 'next/navigation'
import * as z from 'zod'
import { emailSchema } from '@/lib/accounts/email'
import { mailLink } from '@/lib/me/mail-link'
import { openSession } from '@/lib/me/open-session'
import { publicAction } from '@/lib/web/action'
import { ownPagePath, ownSignInPath } from '@/lib/web/collaborator'
import { giveCollaboratorSession } from '@/lib/web/collaborator-cookie'
import { giveDevice, presentedDevice } from '@/lib/web/device-cookie'
import { pageLanguage } from '@/lib/web/language'

/** Mails a link if the address is a collaborator's; the page that follows is the same in either case. */
export const mailLinkAction = publicAction(
  z.object({ email: emailSchema }),
  async (ctx, { email }): Promise<undefined> => {
    await mailLink(ctx, { email, language: await pageLanguage(), device: await presentedDevice() })
    redirect(`${ownSignInPath}?sent=1`)
  },
)

/** Uses up a link, and signs its collaborator in. */
export const enterAction = publicAction(
  z.object({ token: z.string().max(200) }),
  async (ctx, input): Promise<undefined> => {
    const { token, device } = await openSession(ctx, { ...input, device: await presentedDevice() })
    await giveCollaboratorSession(token)
    await giveDevice(device)
    redirect(ownPagePath)
  },
)
