import { listBranchesInUse } from '@/lib/hand-offs/list-branches'
import { merchantSections } from '@/lib/web/merchant-office'
import type { BranchChoice } from '../branch-choice'

const headers = { 'Cache-Control': 'no-store' }

/** The branches that a secret can be handed over for. */
export async function GET(): Promise<Response> {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return new Response(null, { status: 403, headers })
  return Response.json((await listBranchesInUse(access.ctx)) satisfies BranchChoice[], { headers })
}
