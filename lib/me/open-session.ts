import { findOpenLink, spendLinks } from '@/db/queries/collaborator-links'
import { insertCollaboratorSession } from '@/db/queries/collaborator-sessions'
import { forgetFailures } from '@/db/queries/throttles'
import { isWellFormedToken, mintSessionToken } from '@/lib/accounts/session'
import { giveAttemptBack, takeAttempt } from '@/lib/accounts/take-attempt'
import type { AccountContext } from '@/lib/context'
import { digest, type Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { displayName } from '@/lib/redemption/person'
import { collaboratorSessionDays } from './session'

/** Whom a link lets in, without using it up: programs that look at mails open links too. Undefined when it works no more. */
export async function findLink(ctx: Pick<AccountContext, 'db'>, token: string) {
  const link = isWellFormedToken(token) ? await findOpenLink(ctx.db, digest(token)) : undefined
  return link && { displayName: displayName(link.firstName, link.lastName), companyName: link.companyName }
}

/**
 * Lets a collaborator in by a mailed link, once; their other links work no more. Gives the token for the cookie. Throws `link_invalid`, also
 * for who was deactivated since or has another address now, and `too_many_attempts`.
 */
export async function openSession(ctx: AccountContext, input: { token: string }): Promise<Secret> {
  const { address, userAgent } = ctx.origin
  await takeAttempt(ctx.db, 'link_address', address)
  if (!isWellFormedToken(input.token)) throw new OfficeFault('link_invalid')
  return ctx.db.transaction(async (tx) => {
    const link = await findOpenLink(tx, digest(input.token))
    if (!link || !(await spendLinks(tx, link.id, link.collaboratorId))) throw new OfficeFault('link_invalid')
    const { token, tokenHash } = mintSessionToken()
    const session = { collaboratorId: link.collaboratorId, email: link.email, tokenHash, address, userAgent }
    await insertCollaboratorSession(tx, session, collaboratorSessionDays)
    await forgetFailures(tx, 'benefits_link_email', link.email)
    await giveAttemptBack(tx, 'link_address', address)
    return token
  })
}
