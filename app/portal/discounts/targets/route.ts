import * as z from 'zod'
import { findTargets } from '@/lib/discounts/list-discounts'
import { askedOf } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantSections } from '@/lib/web/merchant-office'

/** What the form sends to search for a category or an article while somebody types. */
const asked = z.object({
  kind: z.enum(['category', 'article']),
  q: z
    .string()
    .max(200)
    .transform((text) => text.replaceAll('\0', '').trim()),
})

const refuse = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

export async function GET(request: Request): Promise<Response> {
  const access = await merchantSections.discounts.access()
  if (!access.granted) return refuse(403)
  const search = asked.safeParse(askedOf(request.url))
  if (!search.success) return refuse(400)
  try {
    const found = await findTargets(access.ctx, search.data.kind, search.data.q)
    return Response.json(found, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof OfficeFault) return refuse(403)
    throw error
  }
}
