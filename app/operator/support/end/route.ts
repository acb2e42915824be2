import { endView } from '@/lib/support/view-office'
import { isSameOrigin } from '@/lib/web/same-origin'
import { currentSession, signedIn } from '@/lib/web/session'

/**
 * Ends what the session of whoever posts here looks at. A plain form of the banner, which works on every page; who may look no more may
 * still end it.
 */
export async function POST(): Promise<Response> {
  if (!(await isSameOrigin())) return new Response(null, { status: 403 })
  const session = await currentSession()
  if (session?.stage !== 'complete') return new Response(null, { status: 401 })
  const { user, ...ctx } = await signedIn(session)
  await endView({ ...ctx, member: user })
  return new Response(null, { status: 303, headers: { Location: '/operator/support', 'Cache-Control': 'no-store' } })
}
