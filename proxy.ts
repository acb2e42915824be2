import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/env'
import { isOwnOrigin } from '@/lib/web/own-origin'
import { pathHeader } from '@/lib/web/own-path'
import { contentSecurityPolicy, securityHeaders } from '@/lib/web/security-headers'

/**
 * Gives every page its security headers, with a nonce of its own, and turns away at the door what another site sends. It authorises
 * nobody: pages and actions do that themselves, and look at the Origin again, because what runs here has been bypassed more than once
 * (CVE-2025-29927, CVE-2026-44575).
 */
export function proxy(request: NextRequest): NextResponse {
  const office = { url: env().PUBLIC_OFFICE_URL, development: process.env.NODE_ENV === 'development' }
  if (!isReading(request) && !isOwnOrigin(request.headers.get('origin'))) {
    return new NextResponse(null, { status: 403, headers: securityHeaders(office) })
  }
  const policy = contentSecurityPolicy(randomBytes(18).toString('base64'), office)
  const headers = new Headers(request.headers)
  // Next takes the nonce of its scripts from here: what the browser sent under this name must not survive (CVE-2026-44581).
  headers.delete('Content-Security-Policy-Report-Only')
  headers.set('Content-Security-Policy', policy)
  // Next compares the Origin of an action with this, which anybody may write, and with Host, which a balancer may change.
  headers.set('X-Forwarded-Host', new URL(office.url).host)
  headers.set(pathHeader, `${request.nextUrl.pathname}${request.nextUrl.search}`)
  const response = isReadable(request.nextUrl.pathname)
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL('/not-found', request.url), { request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  for (const [name, value] of Object.entries(securityHeaders(office))) response.headers.set(name, value)
  return response
}

/** Next ends with a bare 500 where a part of a path is no text, such as `%ff`: there is no such page. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

const isReading = ({ method }: NextRequest) => method === 'GET' || method === 'HEAD'

/**
 * Not the API, whose bodies would be cut at 10 MB and whose routes set their own headers, and not the files of the build. Their bare
 * first words are no routes: what is answered there is a page that says so, with the headers of a page.
 */
export const config = {
  matcher: [
    '/((?!(?:api|connect|_next/static)/.|health/(?:live|ready)/?$|\\.well-known/oauth-authorization-server/?$).*)',
  ],
}
