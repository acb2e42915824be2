import { env } from '@/lib/env'
import { findPageScript } from '@/lib/web/page-script'
import { answerHeaders } from '@/lib/web/security-headers'

/** The script of the developers' pages; `proxy.ts` is not asked, so that a browser may keep it. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const text = await findPageScript((await params).file)
  const headers = answerHeaders({ url: env().PUBLIC_OFFICE_URL })
  if (text === undefined) return new Response(null, { status: 404, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
