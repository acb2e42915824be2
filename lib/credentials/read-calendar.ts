import { findCalendar, findCalendarReader, listEndings, noteCalendarRead } from '@/db/queries/offices/expiry-calendars'
import { isWellFormedToken } from '@/lib/accounts/session'
import { giveAttemptBack, takeAttempt } from '@/lib/accounts/take-attempt'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { AccountContext, OfficeContext } from '@/lib/context'
import type { Language } from '@/lib/language/language'
import type { Ending } from './calendar'
import { integrationsPermission } from './permissions'
import { digest } from './secret'

/** When the member's calendar got its address and was last read; undefined without one. Throws `permission_missing`. */
export function showCalendar({ db, member }: OfficeContext) {
  requirePermission(member, integrationsPermission)
  return findCalendar(db, member.merchantId, member.userId)
}

/**
 * The keys of the merchant whose calendar has this address, for the member who holds it, as long as they may see them; undefined for
 * every other token. Throws `too_many_attempts`.
 */
export async function readCalendar(
  ctx: Pick<AccountContext, 'db' | 'origin'>,
  token: string,
): Promise<{ merchant: string; language: Language; endings: readonly Ending[] } | undefined> {
  const { address } = ctx.origin
  await takeAttempt(ctx.db, 'link_address', address)
  const reader = isWellFormedToken(token)
    ? await findCalendarReader(ctx.db, digest(token), integrationsPermission)
    : undefined
  if (reader === undefined) return undefined
  await giveAttemptBack(ctx.db, 'link_address', address)
  await noteCalendarRead(ctx.db, reader.merchantId, reader.userId)
  const { merchant, language, merchantId } = reader
  return { merchant, language, endings: await listEndings(ctx.db, merchantId) }
}
