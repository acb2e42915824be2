import { readsOnly } from '@/db/reads-only'
import type { MemberContext } from './office'
import { officeService } from './office-service'

/**
 * The same context to show a list, a file or an overview with: it reads from a standby where there is one (ADR-0063), and shows all
 * that was there when it was asked for. It writes nothing. Rights, sessions and what a change is decided by are not read with it.
 */
export async function toRead<Context extends MemberContext>(ctx: Context): Promise<Context> {
  const { db, standby } = officeService()
  // A support view reads as a role of its own (ADR-0056).
  if (ctx.db !== db) return ctx
  return { ...ctx, db: readsOnly(standby ? await standby.reader() : db) }
}
