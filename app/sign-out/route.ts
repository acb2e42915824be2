import { signOut } from '@/lib/accounts/end-sessions'
import { accountContext } from '@/lib/web/origin'
import { isSameOrigin } from '@/lib/web/same-origin'
import { presentedToken, takeSession } from '@/lib/web/session-cookie'

/**
 * Ends the session of whoever posts here, and has the browser clear what it stored (ASVS 14.3.1). It is not a server action,
 * because a server action cannot set the header for that.
 */
export async function POST(): Promise<Response> {
  if (!(await isSameOrigin())) return new Response(null, { status: 403 })
  const token = await presentedToken()
  if (token !== undefined) await signOut(await accountContext(), token)
  await takeSession()
  return new Response(null, {
    status: 303,
    headers: { Location: '/sign-in?notice=signed_out', 'Clear-Site-Data': '"cache", "storage"' },
  })
}
