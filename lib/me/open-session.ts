import { findOpenLink, spendLinks } from '@/db/queries/offices/collaborator-links'
import { insertCollaboratorSession } from '@/db/queries/offices/collaborator-sessions'
import { forgetDeviceFailures } from '@/db/queries/offices/known-devices'
import { forgetFailures } from '@/db/queries/offices/throttles'
import { rememberDevice } from '@/lib/accounts/recognise-device'
import { isWellFormedToken, mintSessionToken } from '@/lib/accounts/session'
import { giveAttemptBack, takeAttempt } from '@/lib/accounts/take-attempt'
import type { AccountContext } from '@/lib/context'
import { digest, type Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { displayName } from '@/lib/redemption/person'
import { collaboratorSessionDays, ownerOf } from './session'

/**
 * The collaborator whom a link signs in. The link is not used up: programs that scan mails open links too. Undefined
 * when the link no longer works.
 */
export async function findLink(ctx: Pick<AccountContext, 'db'>, token: string) {
  const link = isWellFormedToken(token) ? await findOpenLink(ctx.db, digest(token)) : undefined
  return link && { displayName: displayName(link.firstName, link.lastName), companyName: link.companyName }
}

/**
 * Signs a collaborator in by a mailed link, once; their other links stop working. Returns the token for the cookie, and
 * the token by which the browser is known from now on. Throws `link_invalid`, also for a collaborator who was
 * deactivated since or has another address now, and `too_many_attempts`.
 */
export async function openSession(
  ctx: AccountContext,
  input: { token: string; device?: string | undefined },
): Promise<{ token: Secret; device: Secret }> {
  const { address, userAgent } = ctx.origin
  await takeAttempt(ctx.db, 'link_address', address)
  if (!isWellFormedToken(input.token)) throw new OfficeFault('link_invalid')
  return ctx.db.transaction(async (tx) => {
    const link = await findOpenLink(tx, digest(input.token))
    if (!link || !(await spendLinks(tx, link.id, link.collaboratorId))) throw new OfficeFault('link_invalid')
    const { token, tokenHash } = mintSessionToken()
    const session = { collaboratorId: link.collaboratorId, email: link.email, tokenHash, address, userAgent }
    await insertCollaboratorSession(tx, session, collaboratorSessionDays)
    const owner = ownerOf(link.email)
    await forgetFailures(tx, 'benefits_link_email', link.email)
    // They may have asked on another device than the one on which they read the mail.
    await forgetDeviceFailures(tx, 'benefits_link_device', owner)
    await giveAttemptBack(tx, 'link_address', address)
    return { token, device: await rememberDevice(tx, owner, { presented: input.device, secondStep: false }) }
  })
}
