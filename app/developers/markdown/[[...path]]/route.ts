import { env } from '@/lib/env'
import { findDeveloperPage, publicationOf } from '@/lib/http/developers/pages'
import { markdownResponse } from '@/lib/web/markdown-response'

/** The Markdown of a page for who integrates: `/developers/…​.md`, and the page itself to who accepts `text/markdown`. */
export async function GET(request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const path = ((await params).path ?? []).join('/')
  return markdownResponse(request, async (language) => {
    const page = await findDeveloperPage(path, language, publicationOf(env()))
    return page && `${page.markdown.trimEnd()}\n`
  })
}
