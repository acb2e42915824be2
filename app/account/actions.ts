'use server'

import { revalidatePath } from 'next/cache'
import * as z from 'zod'
import { changePassword } from '@/lib/accounts/change-password'
import { disableTwoStep } from '@/lib/accounts/disable-two-step'
import { endSession, endSessions } from '@/lib/accounts/end-sessions'
import { beginTwoStep, confirmTwoStep, type TotpSetup } from '@/lib/accounts/enrol-two-step'
import { newPasswordSchema } from '@/lib/accounts/new-password'
import { personName } from '@/lib/accounts/person-name'
import { renewRecoveryCodes } from '@/lib/accounts/renew-recovery-codes'
import { changeName, chooseLanguage } from '@/lib/accounts/set-preferences'
import { languages } from '@/lib/language/language'
import { userAction } from '@/lib/web/action'
import { giveDevice, presentedDevice } from '@/lib/web/device-cookie'
import { giveSession } from '@/lib/web/session-cookie'

const password = z.string('password_required').min(1, 'password_required')
const code = z.string().trim().min(1, 'code_required').max(100, 'code_wrong')

export const saveProfileAction = userAction(
  z.object({ name: personName, language: z.enum(languages) }),
  async (ctx, { name, language }): Promise<undefined> => {
    await changeName(ctx, { name })
    await chooseLanguage(ctx, { language })
    revalidatePath('/', 'layout')
  },
)

export const changePasswordAction = userAction(
  z.object({ password, newPassword: newPasswordSchema }),
  async (ctx, input): Promise<undefined> => {
    await changePassword(ctx, { ...input, device: await presentedDevice() })
    revalidatePath('/account')
  },
)

/** The shared secret is in this answer alone. */
export const beginTwoStepAction = userAction(
  z.object({ password, code: z.string().trim().max(100, 'code_wrong').default('') }),
  (ctx, input): Promise<TotpSetup> => beginTwoStep(ctx, input),
)

/** The recovery codes are in this answer alone. */
export const confirmTwoStepAction = userAction(z.object({ code }), async (ctx, input): Promise<readonly string[]> => {
  const { token, device, recoveryCodes } = await confirmTwoStep(ctx, { ...input, device: await presentedDevice() })
  await giveSession(token)
  await giveDevice(device)
  return recoveryCodes
})

export const renewRecoveryCodesAction = userAction(
  z.object({ code }),
  async (ctx, input): Promise<readonly string[]> => (await renewRecoveryCodes(ctx, input)).recoveryCodes,
)

export const disableTwoStepAction = userAction(z.object({ password, code }), async (ctx, input): Promise<undefined> => {
  await disableTwoStep(ctx, input)
  revalidatePath('/', 'layout')
})

export const endSessionAction = userAction(
  z.object({ sessionId: z.coerce.number().int().min(1).max(2_147_483_647) }),
  async (ctx, input): Promise<undefined> => {
    await endSession(ctx, input)
    revalidatePath('/account/sessions')
  },
)

export const endOtherSessionsAction = userAction(z.object({}), async (ctx): Promise<undefined> => {
  await endSessions(ctx, { alsoThisOne: false })
  revalidatePath('/account/sessions')
})
