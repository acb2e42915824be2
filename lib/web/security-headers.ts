const yearSeconds = 365 * 24 * 3600

type Site = { readonly url: string; readonly development: boolean }

/**
 * What a page may load: nothing from outside, and no script without this answer's nonce. Styles come in files: no component may write
 * a `style` attribute on the server, and what React sets in the browser needs no permission.
 */
export function contentSecurityPolicy(nonce: string, { url, development }: Site): string {
  const policy = {
    'default-src': ["'self'"],
    // React and the bundler debug by eval, in development only.
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'worker-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isSecure(url) ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** The nonce that `proxy.ts` gave this request, for a script of ours. */
export const nonceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '')?.[1]

/** The other headers of every page. A browser is told to stay on https where the offices are on https at all. */
export const securityHeaders = ({ url }: Pick<Site, 'url'>): Readonly<Record<string, string>> => ({
  'Cache-Control': 'private, no-store',
  ...(isSecure(url) ? { 'Strict-Transport-Security': `max-age=${yearSeconds}; includeSubDomains` } : {}),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: with it a form's Origin is null, and our actions refuse that.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
})

/** The headers of an answer that is no page: nothing in it is to be loaded or run. */
export const answerHeaders = (office: Pick<Site, 'url'>): Readonly<Record<string, string>> => ({
  ...securityHeaders(office),
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
})

const isSecure = (url: string) => url.startsWith('https:')
