import { env } from '@/lib/env'
import { findDeveloperPage, publicationOf } from '@/lib/http/developers/pages'
import { textResponse } from '@/lib/web/text-response'

/** The Markdown of a page for who integrates: `/developers/…​.md`, and the page itself to who accepts `text/markdown`. */
export async function GET(request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const path = ((await params).path ?? []).join('/')
  return textResponse(
    request,
    async (language) => {
      const page = await findDeveloperPage(path, language, publicationOf(env()))
      return page && `${page.markdown.trimEnd()}\n`
    },
    'text/markdown',
  )
}
