import { countCallsByHourOfDay } from '@/db/queries/offices/credential-impact'
import { findWaitingMail, freeOnceKey, withdrawMail } from '@/db/queries/offices/mails'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { queueMails } from '@/lib/mail/queue-mails'
import { listBothKinds } from './list-credentials'
import type { IntegrationsContext } from './notify-holders'
import { integrationsPermission } from './permissions'
import { nextStartOf, quietestHour } from './quiet-hour'
import { type CredentialReference, credentialFormat } from './reference'

/** A mail's key is unique: so a member has at most one reminder of a credential that is not sent yet. */
export const reminderKeyOf = (credential: CredentialReference, userId: number): string =>
  `credential_reminder:${credentialFormat.write(credential)}:${userId}`

const asked = ({ kind, id }: CredentialReference) =>
  ({ permission: integrationsPermission, action: `${kind}.seen`, subject: { type: kind, id } }) as const

/**
 * Reminds the member of a credential by mail when its quietest hour next begins: that is when to rotate or to end it. Asked again, it
 * stays as it is. Throws `not_found`, also for one that ended or that nobody called in four weeks.
 */
export const remindLater = (ctx: IntegrationsContext, credential: CredentialReference): Promise<{ at: Date }> =>
  attempt(ctx, asked(credential), async ({ tx, doer }) => {
    const { merchantId, userId } = ctx.member
    const { kind, id } = credential
    const all = await listBothKinds(tx, merchantId)
    const one = all.find((other) => other.kind === kind && other.id === id)
    const ids = { apiKeyIds: kind === 'api_key' ? [id] : [], oauthClientIds: kind === 'oauth_client' ? [id] : [] }
    const quietest = quietestHour(await countCallsByHourOfDay(tx, merchantId, ids))
    if (one?.status !== 'live' || quietest === undefined) throw new OfficeFault('not_found')
    const now = ctx.now()
    const at = nextStartOf(quietest, now)
    const onceKey = reminderKeyOf(credential, userId)
    await freeOnceKey(tx, onceKey)
    await queueMails(tx, ctx, [
      {
        to: doer,
        mail: { kind: 'credential_reminder', of: kind, id, name: one.name, merchant: doer.tenant },
        onceKey,
        afterSeconds: Math.ceil((at.getTime() - now.getTime()) / 1000),
      },
    ])
    return { at: (await findWaitingMail(tx, onceKey)) ?? at }
  })

/** Withdraws the member's reminder of a credential, if it was not sent yet. */
export const cancelReminder = (ctx: IntegrationsContext, credential: CredentialReference): Promise<void> =>
  attempt(ctx, asked(credential), ({ tx }) => withdrawMail(tx, reminderKeyOf(credential, ctx.member.userId)))
