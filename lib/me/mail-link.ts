import { setTimeout as wait } from 'node:timers/promises'
import { findCollaboratorsByEmail, insertLinks } from '@/db/queries/offices/collaborator-links'
import { recogniseDevice } from '@/lib/accounts/recognise-device'
import { mintLinkToken } from '@/lib/accounts/session'
import { takeAttempt } from '@/lib/accounts/take-attempt'
import type { AccountContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Language } from '@/lib/language/language'
import { queueMails } from '@/lib/mail/queue-mails'
import { displayName } from '@/lib/redemption/person'
import { linkMinutes, ownerOf, peoplePerAddressMax } from './session'

/** The least time that an answer takes: far more than the work, so that the time does not tell whether somebody is known. */
const answerMsMin = 500

type Asked = { readonly email: string; readonly language: Language; readonly device?: string | undefined }

/**
 * Mails a link to see their benefits to every active collaborator of an address, each their own. The answer and its
 * time are the same if there is none, or if too many links were asked for. The attempts of strangers do not count
 * against a browser with which somebody of that address signed in before. Throws `too_many_attempts` for the caller's
 * address only.
 */
export async function mailLink(ctx: AccountContext, input: Asked): Promise<void> {
  const device = await recogniseDevice(ctx.db, ownerOf(input.email), input.device)
  if (!device) await takeAttempt(ctx.db, 'benefits_link_address', ctx.origin.address)
  await Promise.all([wait(answerMsMin), mailLinks(ctx, input, device)])
}

async function mailLinks(
  ctx: AccountContext,
  { email, language }: Asked,
  device: { id: number } | undefined,
): Promise<void> {
  try {
    if (device) await takeAttempt(ctx.db, 'benefits_link_device', String(device.id))
    else await takeAttempt(ctx.db, 'benefits_link_email', email)
  } catch (error) {
    if (error instanceof OfficeFault) return
    throw error
  }
  const { address } = ctx.origin
  await ctx.db.transaction(async (tx) => {
    const people = await findCollaboratorsByEmail(tx, email, peoplePerAddressMax)
    if (people.length === 0) return
    const links = people.map((person) => ({ person, ...mintLinkToken() }))
    await insertLinks(
      tx,
      links.map(({ person, tokenHash }) => ({ collaboratorId: person.id, email, tokenHash, address })),
      linkMinutes,
    )
    await queueMails(
      tx,
      ctx,
      links.map(({ person, token }) => ({
        to: { email: person.email ?? email, language },
        mail: {
          kind: 'benefits_link',
          displayName: displayName(person.firstName, person.lastName),
          companyName: person.companyName,
          path: `/me/enter?token=${token.reveal()}`,
          minutes: linkMinutes,
        },
      })),
    )
  })
}
