import * as z from 'zod'
import { type LastUses, showLastUses } from '@/lib/credentials/show-credential'
import { askedOf } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats } from '@/lib/web/translations'
import type { Use, Uses } from '../shown-uses'

const asked = z.object({
  kind: z.enum(['api_key', 'oauth_client']),
  id: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(2_147_483_647)),
})

const refuse = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

export async function GET(request: Request): Promise<Response> {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return refuse(403)
  const credential = asked.safeParse(askedOf(request.url))
  if (!credential.success) return refuse(400)
  try {
    const uses = await showLastUses(access.ctx, credential.data)
    return Response.json(await worded(uses), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof OfficeFault) return refuse(error.code === 'not_found' ? 404 : 403)
    throw error
  }
}

async function worded(uses: LastUses): Promise<Uses> {
  const { moment, time } = await pageFormats()
  const use = (at: Date | null, address: string | null): Use | null =>
    at === null ? null : { ...moment(at), time: time(at), address }
  return {
    call: use(uses.lastUsedAt, uses.lastUsedAddress),
    token: use(uses.lastTokenAt, uses.lastTokenAddress),
  }
}
