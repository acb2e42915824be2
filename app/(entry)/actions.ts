'use server'

import { redirect } from 'next/navigation'
import * as z from 'zod'
import { acceptAsNewUser, acceptAsUser } from '@/lib/accounts/accept-invitation'
import { emailSchema } from '@/lib/accounts/email'
import { newPasswordSchema } from '@/lib/accounts/new-password'
import { passSecondStep } from '@/lib/accounts/pass-second-step'
import { personName } from '@/lib/accounts/person-name'
import { mailResetLink, resetPassword } from '@/lib/accounts/reset-password'
import { signIn } from '@/lib/accounts/sign-in'
import type { Secret } from '@/lib/credentials/secret'
import { publicAction, userAction } from '@/lib/web/action'
import { giveDevice, presentedDevice } from '@/lib/web/device-cookie'
import { pageLanguage } from '@/lib/web/language'
import { companyHomePath, homePath, operatorHomePath, ownPath, withNext } from '@/lib/web/own-path'
import { requirePendingUser } from '@/lib/web/session'
import { giveSession, presentedToken } from '@/lib/web/session-cookie'

const next = z.string().optional().transform(ownPath)
const token = z.string().max(200)
const code = z.string().trim().min(1, 'code_required').max(100, 'code_wrong')

const presented = async () => ({ previousToken: await presentedToken(), device: await presentedDevice() })

async function giveOpened({ token, device }: { token: Secret; device: Secret | undefined }): Promise<void> {
  await giveSession(token)
  if (device) await giveDevice(device)
}

/** The first step of signing in: leads to the second one, or signs in. */
export const signInAction = publicAction(
  z.object({ email: emailSchema, password: z.string('password_required').min(1, 'password_required'), next }),
  async (ctx, { email, password, next }): Promise<undefined> => {
    const opened = await signIn(ctx, { email, password, ...(await presented()) })
    await giveOpened(opened)
    if (opened.stage === 'second_step') redirect(withNext('/sign-in/verify', next))
    redirect(next)
  },
)

/** The second step. */
export const verifyAction = publicAction(z.object({ code, next }), async (_, { code, next }): Promise<undefined> => {
  const user = await requirePendingUser(next)
  const passed = await passSecondStep(user, { code, device: await presentedDevice() })
  await giveOpened(passed)
  redirect(next)
})

export const forgotAction = publicAction(z.object({ email: emailSchema }), async (ctx, input): Promise<undefined> => {
  await mailResetLink(ctx, { ...input, device: await presentedDevice() })
  redirect('/forgot-password?sent=1')
})

export const resetAction = publicAction(
  z.object({ token, newPassword: newPasswordSchema }),
  async (ctx, input): Promise<undefined> => {
    const { device } = await resetPassword(ctx, { ...input, device: await presentedDevice() })
    await giveDevice(device)
    redirect('/sign-in?notice=password_reset')
  },
)

/** For an invited person without an account: creates one, and leads to its second step. */
export const acceptAsNewUserAction = publicAction(
  z.object({ token, newPassword: newPasswordSchema, name: personName }),
  async (ctx, input): Promise<undefined> => {
    const opened = await acceptAsNewUser(ctx, { ...input, language: await pageLanguage(), ...(await presented()) })
    await giveOpened(opened)
    redirect('/account/security?needed=1')
  },
)

export const acceptAsUserAction = userAction(z.object({ token }), async (ctx, input): Promise<undefined> => {
  const team = await acceptAsUser(ctx, input)
  redirect('merchantId' in team ? homePath : 'companyId' in team ? companyHomePath : operatorHomePath)
})
