import { findWatch } from '@/db/queries/offices/hand-offs'
import { isWellFormedToken } from '@/lib/accounts/session'
import type { AccountContext } from '@/lib/context'
import { digest } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'

/**
 * When a credential was last used since its hand-off was opened, and when by the till that it was for: for whoever opened it, and nothing
 * else. A call of a client counts after a token of it. Throws `link_invalid` an hour after the opening, and once the credential or its secret has ended.
 */
export async function watchCalls(
  ctx: Pick<AccountContext, 'db'>,
  token: string,
): Promise<Record<'tokenAt' | 'callAt' | 'callOfTillAt', Date | undefined>> {
  const watch = isWellFormedToken(token) ? await findWatch(ctx.db, digest(token)) : undefined
  if (!watch) throw new OfficeFault('link_invalid')
  const since = (at: Date | null) => (at !== null && at >= watch.openedAt ? at : undefined)
  const tokenAt = since(watch.lastTokenAt)
  const called = (at: Date | null) => (watch.isKey || tokenAt !== undefined ? since(at) : undefined)
  const callOfTillAt = called(watch.lastCallOfTillAt)
  // A till's call is one of its credential, whose own last use may be written after it.
  return { tokenAt, callAt: called(watch.lastCallAt) ?? callOfTillAt, callOfTillAt }
}
