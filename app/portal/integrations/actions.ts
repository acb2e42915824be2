'use server'

import { revalidatePath } from 'next/cache'
import * as z from 'zod'
import { abandonReplacement } from '@/lib/credentials/abandon-replacement'
import { openCalendar, revokeCalendar } from '@/lib/credentials/change-calendar'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import {
  abandonedReplacement,
  confirmedCredential,
  confirmedEnd,
  namedCredential,
  newApiKey,
  newOAuthClient,
  newReplacement,
  remindedCredential,
  replacement,
  restriction,
  rotation,
  switchOverEnd,
} from '@/lib/credentials/drafts'
import { endAllCredentials } from '@/lib/credentials/end-all-credentials'
import { findCredential } from '@/lib/credentials/find-credential'
import { finishReplacement } from '@/lib/credentials/finish-replacement'
import { cancelReminder, remindLater } from '@/lib/credentials/remind-later'
import { restrictCredential } from '@/lib/credentials/restrict-credential'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { dismissSwitchOver } from '@/lib/credentials/show-switch-over'
import { startReplacement } from '@/lib/credentials/start-replacement'
import { newHandOff, withdrawal } from '@/lib/hand-offs/drafts'
import { makeHandOff } from '@/lib/hand-offs/make-hand-off'
import { withdrawHandOff } from '@/lib/hand-offs/withdraw-hand-off'
import { officeAction, stepUpAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeService } from '@/lib/web/office-service'
import { pageFormats } from '@/lib/web/translations'
import { withDoerInWords } from '../doer-in-words'
import { type Finding, findingOf } from './finding'
import type { NewSecret } from './new-secret'
import type { Reminded } from './shown-impact'

const { integrations } = merchantSections

/** A new API key. Its text is in this answer alone. */
export const createKey = stepUpAction(integrations, newApiKey, async (ctx, draft): Promise<NewSecret> => {
  const made = await createApiKey(ctx, draft)
  const { id, name } = made
  return { kind: 'api_key', id, name, apiKey: made.apiKey.reveal() }
})

/** A new OAuth client. Its secret is in this answer alone. */
export const createClient = stepUpAction(integrations, newOAuthClient, async (ctx, draft): Promise<NewSecret> => {
  const { id, name, clientId, clientSecret } = await createOAuthClient(ctx, draft)
  return { kind: 'oauth_client', id, name, clientId, clientSecret: clientSecret.reveal() }
})

/** Another secret for a client. It is in this answer alone. */
export const rotateSecret = stepUpAction(integrations, rotation, (ctx, asked) =>
  withDoerInWords(async (): Promise<NewSecret> => {
    const { id, name, clientId, clientSecret, rotatedAt } = await rotateClientSecret(ctx, asked)
    const since = rotatedAt.toISOString()
    return { kind: 'oauth_client', id, name, clientId, clientSecret: clientSecret.reveal(), since }
  }),
)

/** From where a credential is accepted from now on. The page comes with the answer: whoever opens the dialog again sees this list. */
export const restrictAddresses = stepUpAction(integrations, restriction, (ctx, asked) =>
  withDoerInWords(async () => {
    const { name } = await restrictCredential(ctx, asked)
    revalidatePath('/portal/integrations', 'layout')
    return { name }
  }),
)

/** A credential in the place of another, while both work. Its secret is in this answer alone. */
export const replaceCredential = stepUpAction(integrations, newReplacement, (ctx, asked) =>
  withDoerInWords(async (): Promise<NewSecret> => {
    const made = await startReplacement(ctx, asked)
    const { id, name } = made
    if (made.kind === 'api_key') return { kind: made.kind, id, name, apiKey: made.apiKey.reveal() }
    return { kind: made.kind, id, name, clientId: made.clientId, clientSecret: made.clientSecret.reveal() }
  }),
)

/** Ends the credential that is replaced. */
export const finishReplacing = stepUpAction(integrations, replacement, (ctx, asked) =>
  withDoerInWords(() => finishReplacement(ctx, asked)),
)

/** Gives the replacing of a credential up. */
export const abandonReplacing = stepUpAction(integrations, abandonedReplacement, (ctx, asked) =>
  withDoerInWords(() => abandonReplacement(ctx, asked)),
)

/** Ends the watching of a client's change of secret. */
export const endSwitchOver = officeAction(integrations, switchOverEnd, async (ctx, asked) => {
  await dismissSwitchOver(ctx, asked)
})

export const revokeKey = stepUpAction(integrations, confirmedCredential, (ctx, asked) =>
  withDoerInWords(async () => {
    const { name } = await revokeApiKey(ctx, asked)
    return { name }
  }),
)

/** Whose a found credential is, by its public name alone: nothing that has a secret in it is read. */
export const searchCredential = officeAction(
  integrations,
  namedCredential,
  async (ctx, { name }): Promise<Finding> => findingOf(await findCredential(ctx, name)),
)

/** An address for the member's calendar program. It is in this answer alone. */
export const openCalendarAddress = officeAction(integrations, z.object({}), async (ctx) => {
  const { token } = await openCalendar(ctx)
  return { address: `${officeService().env.PUBLIC_OFFICE_URL}/calendar/${token.reveal()}.ics` }
})

export const revokeCalendarAddress = officeAction(integrations, z.object({}), async (ctx): Promise<undefined> => {
  await revokeCalendar(ctx)
})

export const deleteClient = stepUpAction(integrations, confirmedCredential, (ctx, asked) =>
  withDoerInWords(async () => {
    const { name } = await deleteOAuthClient(ctx, asked)
    return { name }
  }),
)

/** A mail at the quietest hour of a credential, to whoever asks; when it comes. */
export const remindMe = officeAction(
  integrations,
  remindedCredential,
  async (ctx, { credential }): Promise<Reminded> => {
    const { at } = await remindLater(ctx, credential)
    return { at: (await pageFormats()).dateTime(at) }
  },
)

export const forgetReminder = officeAction(
  integrations,
  remindedCredential,
  async (ctx, { credential }): Promise<Reminded> => {
    await cancelReminder(ctx, credential)
    return { at: undefined }
  },
)

/** Ends every credential of the merchant. */
export const endAll = stepUpAction(integrations, confirmedEnd, (ctx, asked) => endAllCredentials(ctx, asked))

/** Keeps a secret that the browser has sealed, for whoever gets its link. Who can ask for it has the secret, so no code is asked for. */
export const handOver = officeAction(integrations, newHandOff, async (ctx, draft) => {
  const { expiresAt } = await makeHandOff(ctx, draft)
  const { dateTime } = await pageFormats()
  return { until: dateTime(expiresAt) }
})

export const withdraw = officeAction(integrations, withdrawal, async (ctx, asked): Promise<undefined> => {
  await withdrawHandOff(ctx, asked)
  revalidatePath('/portal/integrations', 'layout')
})
