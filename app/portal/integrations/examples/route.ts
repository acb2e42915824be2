import { showExampleValues } from '@/lib/credentials/show-example-values'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats } from '@/lib/web/translations'

const headers = { 'Cache-Control': 'no-store' }

/**
 * Ids of the merchant's own, for the snippets that developers read. No secret is among them. Every page with snippets asks, whoever reads it:
 * who may not see them is given nothing, and that is no fault.
 */
export async function GET(): Promise<Response> {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return new Response(null, { status: 204, headers })
  const [{ values, names }, { list }] = await Promise.all([showExampleValues(access.ctx), pageFormats()])
  return Response.json({ values, names: list(names) }, { headers })
}
