import { listIdentificationTypes as list } from '@/db/queries/tills/identification-types'
import type { Context } from '@/lib/context'

/** The accepted identification types (contract 4.1), by id. */
export async function listIdentificationTypes(ctx: Context) {
  return { value: (await list(ctx.db)).map(({ id, name }) => ({ id, name })) }
}
