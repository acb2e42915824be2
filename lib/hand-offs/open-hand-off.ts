import { findHandOff, insertWatch, takeHandOff } from '@/db/queries/offices/hand-offs'
import { deviceOf } from '@/lib/accounts/device'
import { mintLinkToken } from '@/lib/accounts/session'
import { giveAttemptBack, takeAttempt } from '@/lib/accounts/take-attempt'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import { type CredentialReference, referenceOf } from '@/lib/credentials/reference'
import { digest, type Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { queueMails } from '@/lib/mail/queue-mails'
import { isHandle } from './link'

/** For how long whoever opened a hand-off may ask whether its credential is used. */
const watchMinutes = 60

/** Whose secret a hand-off holds, and for which till. */
export type HandOffView = {
  readonly merchant: string
  readonly kind: CredentialReference['kind']
  readonly name: string
  readonly branch: { readonly id: number; readonly name: string } | undefined
  readonly terminal: string | undefined
  readonly expiresAt: Date
}

type OpeningContext = Pick<AccountContext, 'db' | 'origin' | 'officeUrl' | 'now'>

/**
 * What an open hand-off says of itself, as often as one asks. Throws `link_invalid`, the same for what was opened, is over, was
 * withdrawn or never was, and `too_many_attempts`.
 */
export async function showHandOff(ctx: OpeningContext, handle: string): Promise<HandOffView> {
  await takeAttempt(ctx.db, 'link_address', ctx.origin.address)
  const found = isHandle(handle) ? await findHandOff(ctx.db, digest(handle)) : undefined
  if (!found) throw new OfficeFault('link_invalid')
  await giveAttemptBack(ctx.db, 'link_address', ctx.origin.address)
  return viewOf(found)
}

type Found = NonNullable<Awaited<ReturnType<typeof findHandOff>>>

function viewOf(found: Found): HandOffView {
  const { merchant, name, branchId, branch, terminal, expiresAt } = found
  return {
    merchant,
    kind: referenceOf(found).kind,
    name,
    branch: branchId === null || branch === null ? undefined : { id: branchId, name: branch },
    terminal: terminal ?? undefined,
    expiresAt,
  }
}

/**
 * Gives what a hand-off holds to the first who asks, and forgets it: the row is gone when this returns. Tells whoever made it by mail,
 * and the trail, from where it was opened. Throws as `showHandOff` does.
 */
export async function openHandOff(
  ctx: OpeningContext,
  handle: string,
): Promise<HandOffView & { clientId: string | undefined; ciphertext: string; watch: Secret }> {
  const { address, userAgent } = ctx.origin
  await takeAttempt(ctx.db, 'link_address', address)
  if (!isHandle(handle)) throw new OfficeFault('link_invalid')
  return ctx.db.transaction(async (tx) => {
    const found = await findHandOff(tx, digest(handle))
    const ciphertext = found && (await takeHandOff(tx, found.merchantId, found.id))
    if (!ciphertext) throw new OfficeFault('link_invalid')
    const { merchantId, merchant, name, branch, terminal, clientId, maker } = found
    const credential = referenceOf(found)
    const { token: watch, tokenHash } = mintLinkToken()
    await insertWatch(tx, merchantId, { credential, terminal, tokenHash, minutes: watchMinutes })
    await recordEvent(tx, ctx.origin, {
      merchantId,
      action: 'hand_off.opened',
      subjectType: credential.kind,
      subjectId: credential.id,
      details: { name, branch, terminal },
    })
    if (maker.disabledAt === null) {
      const device = deviceOf(userAgent)
      const mail = { kind: 'hand_off_opened', credential, name, merchant, branch, terminal, device } as const
      await queueMails(tx, ctx, [{ to: maker, mail: { ...mail, at: ctx.now(), address } }])
    }
    await giveAttemptBack(tx, 'link_address', address)
    const sealed = ciphertext.toString('base64url')
    return { ...viewOf(found), clientId: clientId ?? undefined, ciphertext: sealed, watch }
  })
}
