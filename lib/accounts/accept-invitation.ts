import type { OfficeTx } from '@/db/office'
import { lockCompany } from '@/db/queries/offices/companies'
import { findOpenInvitation, spendInvitation } from '@/db/queries/offices/invitations'
import { findMembership, lockOperator, upsertMembership } from '@/db/queries/offices/memberships'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { chooseCompanyOf, chooseMerchantOf } from '@/db/queries/offices/sessions'
import { findUserByEmail, insertUser } from '@/db/queries/offices/users'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext, UserContext } from '@/lib/context'
import { digest } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { hashSecretText } from './hash-password'
import { requireGoodPassword } from './require-good-password'
import { isWellFormedToken } from './session'
import { type NewSession, openSession, type Presented } from './sign-in'
import { giveAttemptBack, takeAttempt } from './take-attempt'
import type { TeamTenant } from './team'

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>

/** Whose team an invitation is to: the database holds that it is one. */
function teamOfInvitation({ merchantId, companyId, toOperator }: OpenInvitation): TeamTenant {
  if (merchantId !== null) return { merchantId }
  if (companyId !== null) return { companyId }
  if (toOperator) return { operator: true }
  throw new Error('an invitation is to a merchant, to a company or to the operator')
}

/**
 * What a link invites to, and whether its address has an account; undefined for a link that was used, withdrawn, expired or
 * never made.
 */
export async function findInvitation(ctx: AccountContext, token: string) {
  if (!isWellFormedToken(token)) return undefined
  const invitation = await findOpenInvitation(ctx.db, digest(token))
  if (!invitation) return undefined
  return { ...invitation, hasAccount: (await findUserByEmail(ctx.db, invitation.email)) !== undefined }
}

/**
 * Makes an account for the invited person, makes them a member with the permissions of the invitation, and signs them in; the
 * link proves the address. Throws `link_invalid`, `account_exists`, and what is wrong with the password.
 */
export async function acceptAsNewUser(
  ctx: AccountContext,
  input: { token: string; name: string; newPassword: string; language: 'es' | 'en' } & Presented,
): Promise<NewSession> {
  await takeAttempt(ctx.db, 'link_address', ctx.origin.address)
  const invitation = await findInvitation(ctx, input.token)
  if (!invitation) throw new OfficeFault('link_invalid')
  await giveAttemptBack(ctx.db, 'link_address', ctx.origin.address)
  if (invitation.hasAccount) throw new OfficeFault('account_exists')
  const { email } = invitation
  const { name, language } = input
  requireGoodPassword(input.newPassword, { email, name })
  const passwordHash = await hashSecretText(ctx.hashing, input.newPassword)
  const userId = await ctx.db.transaction(async (tx) => {
    const made = await insertUser(tx, { email, name, language, passwordHash })
    if (made === undefined) throw new OfficeFault('account_exists')
    await join(tx, ctx, invitation, made)
    return made
  })
  return openSession(ctx, { id: userId, email, passwordHash, totpEnrolledAt: null }, input)
}

/**
 * Makes the user of the session a member with the permissions of the invitation, added to those that they have there already.
 * Their session looks at that office from then on. Throws `link_invalid`; `invitation_of_another` when the invitation went to
 * another address.
 */
export async function acceptAsUser(
  ctx: UserContext & { readonly user: { readonly email: string } },
  input: { token: string },
): Promise<TeamTenant> {
  await takeAttempt(ctx.db, 'link_address', ctx.origin.address)
  const invitation = await findInvitation(ctx, input.token)
  if (!invitation) throw new OfficeFault('link_invalid')
  await giveAttemptBack(ctx.db, 'link_address', ctx.origin.address)
  if (invitation.email !== ctx.user.email) throw new OfficeFault('invitation_of_another')
  const team = teamOfInvitation(invitation)
  const { userId, sessionId } = ctx.user
  await ctx.db.transaction(async (tx) => {
    await join(tx, ctx, invitation, userId)
    if ('merchantId' in team) await chooseMerchantOf(tx, userId, sessionId, team.merchantId)
    else if ('companyId' in team) await chooseCompanyOf(tx, userId, sessionId, team.companyId)
  })
  return team
}

async function join(tx: OfficeTx, ctx: AccountContext, invitation: OpenInvitation, userId: number): Promise<void> {
  const { id, email } = invitation
  const team = teamOfInvitation(invitation)
  // No other change of the team runs at the same time: the user's permissions there are read before some are added.
  if ('merchantId' in team) await lockMerchant(tx, team.merchantId)
  else if ('companyId' in team) await lockCompany(tx, team.companyId)
  else await lockOperator(tx)
  if (!(await spendInvitation(tx, id, userId))) throw new OfficeFault('link_invalid')
  const before = await findMembership(tx, team, userId)
  const permissions = [...new Set([...(before?.permissions ?? []), ...invitation.permissions])]
  await upsertMembership(tx, team, userId, permissions)
  const done = { action: 'invitation.accepted', subjectType: 'invitation', subjectId: id } as const
  await recordEvent(tx, ctx.origin, { ...done, ...team, userId, details: { email, permissions } })
}
