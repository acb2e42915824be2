import { chooseCompanyOf, chooseMerchantOf } from '@/db/queries/offices/sessions'
import { setPreferences } from '@/db/queries/offices/users'
import type { UserContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** The language of the user's pages and mails. */
export const chooseLanguage = (ctx: UserContext, input: { language: 'es' | 'en' }): Promise<void> =>
  setPreferences(ctx.db, ctx.user.userId, input)

/** The name by which others know the user. */
export const changeName = (ctx: UserContext, input: { name: string }): Promise<void> =>
  setPreferences(ctx.db, ctx.user.userId, input)

/** The merchant whose office this session shows from now on. Throws `not_found` for one that the user is no member of. */
export async function chooseMerchant(ctx: UserContext, input: { merchantId: number }): Promise<void> {
  const { userId, sessionId } = ctx.user
  if (!(await chooseMerchantOf(ctx.db, userId, sessionId, input.merchantId))) throw new OfficeFault('not_found')
}

/** The company whose office this session shows from now on. Throws `not_found` for one that the user is no member of. */
export async function chooseCompany(ctx: UserContext, input: { companyId: number }): Promise<void> {
  const { userId, sessionId } = ctx.user
  if (!(await chooseCompanyOf(ctx.db, userId, sessionId, input.companyId))) throw new OfficeFault('not_found')
}
