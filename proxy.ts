import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/env'
import { officeCookie, officeKindOf } from '@/lib/web/office-path'
import { isOwnOrigin } from '@/lib/web/own-origin'
import { pathHeader } from '@/lib/web/own-path'
import { contentSecurityPolicy, securityHeaders } from '@/lib/web/security-headers'

/**
 * Gives every page its security headers, with a nonce of its own, and refuses early what another site sends. It authorises
 * nobody: pages and actions do that themselves, and check the Origin again, because what runs here has been bypassed more than
 * once (CVE-2025-29927, CVE-2026-44575).
 */
export function proxy(request: NextRequest): NextResponse {
  const office = { url: env().PUBLIC_OFFICE_URL, development: process.env.NODE_ENV === 'development' }
  if (!isReading(request) && !isOwnOrigin(request.headers.get('origin'))) {
    return new NextResponse(null, { status: 403, headers: securityHeaders(office) })
  }
  const policy = contentSecurityPolicy(randomBytes(18).toString('base64'), office)
  const headers = new Headers(request.headers)
  // Next takes the nonce of its scripts from this header too: a value that the browser sent must be removed (CVE-2026-44581).
  headers.delete('Content-Security-Policy-Report-Only')
  headers.set('Content-Security-Policy', policy)
  // Next compares the Origin of an action with this header, which any client can set, and with Host, which a balancer may change.
  headers.set('X-Forwarded-Host', new URL(office.url).host)
  headers.set(pathHeader, `${request.nextUrl.pathname}${request.nextUrl.search}`)
  const response = isReadable(request.nextUrl.pathname)
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL('/not-found', request.url), { request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  for (const [name, value] of Object.entries(securityHeaders(office))) response.headers.set(name, value)
  if (isOfInstaller(request)) response.headers.set('Referrer-Policy', 'no-referrer')
  // With a new cookie Next answers an action with its page drawn anew, in which what the action said of a form would be lost.
  const kind = isReading(request) ? officeKindOf(request.nextUrl.pathname) : undefined
  if (kind !== undefined && request.cookies.get(officeCookie)?.value !== kind) {
    const secure = office.url.startsWith('https:')
    response.cookies.set(officeCookie, kind, { path: '/', sameSite: 'lax', httpOnly: true, secure })
  }
  return response
}

/** Next answers a bare 500 where a part of a path cannot be decoded, such as `%ff`: there is no such page. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** Nothing is sent from there but by a script, whose Origin stands whatever the policy. */
const isOfInstaller = ({ nextUrl }: NextRequest) => nextUrl.pathname === '/installer'

const isReading = ({ method }: NextRequest) => method === 'GET' || method === 'HEAD'

/**
 * Not the API, whose bodies would be cut at 2 MB and whose routes set their own headers, and not the files of the build. Their
 * first segments alone are not routes: a page answers there that says so, with the headers of a page. And not a form with a file on
 * its way to an upload route: Next would take its whole body into memory before the sender is known (`lib/web/upload-route.ts`).
 */
export const config = {
  matcher: [
    '/((?!(?:api|connect|_next/static|developers/script)/.|health/(?:live|ready)/?$|\\.well-known/oauth-authorization-server/?$|(?:portal/(?:catalog|closing)|company/collaborators)/import/upload$).*)',
    {
      source: '/(portal/catalog|portal/closing|company/collaborators)/import/upload',
      missing: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
    },
  ],
}
