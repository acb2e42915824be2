import { endSession } from '@/lib/me/load-collaborator'
import { presentedCollaboratorToken, takeCollaboratorSession } from '@/lib/web/collaborator-cookie'
import { officeService } from '@/lib/web/office-service'
import { isSameOrigin } from '@/lib/web/same-origin'

/** Ends the session of the collaborator who posts here, and has the browser clear what it stored (ASVS 14.3.1). */
export async function POST(): Promise<Response> {
  if (!(await isSameOrigin())) return new Response(null, { status: 403 })
  const token = await presentedCollaboratorToken()
  if (token !== undefined) await endSession(officeService().db, token)
  await takeCollaboratorSession()
  return new Response(null, {
    status: 303,
    headers: { Location: '/me/sign-in?notice=signed_out', 'Clear-Site-Data': '"cache", "storage"' },
  })
}
