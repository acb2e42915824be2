import { findAuthorization } from '@/db/queries/tills/authorizations'
import { findCodeOfKey, findConsumptionCode, type MemberAtTill } from '@/db/queries/tills/member-records'
import type { Context } from '@/lib/context'
import { Fault } from '@/lib/kernel/fault'
import { toAuthorizationView } from './views'

/** By the key of its apply, while its code is not known, or by its code. */
type Asked = { readonly applyKey: string } | { readonly authorizationCode: string; readonly reference: string }

/**
 * What became of an apply of the till in the browser whose answer was lost, or what an authorization is now (D70). A reference would
 * not tell: another sale may have taken it. Throws `authorization_not_found` when the key made none.
 */
export async function findStanding({ db, member }: { db: Context['db']; member: MemberAtTill }, asked: Asked) {
  const { merchantId } = member
  const named =
    'applyKey' in asked
      ? await findCodeOfKey(db, merchantId, asked.applyKey)
      : { code: asked.authorizationCode, reference: asked.reference }
  const row = named && (await findAuthorization(db, merchantId, named.code, named.reference))
  if (!row) throw new Fault('authorization_not_found')
  const code = row.status === 'Consumed' ? await findConsumptionCode(db, merchantId, row.code) : undefined
  return { ...toAuthorizationView(row), consumption: code === undefined ? null : { code } }
}
