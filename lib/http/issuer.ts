import type { Env } from '@/lib/env'

const loopback = ['localhost', '127.0.0.1', '[::1]']

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** The same address under every loopback name, when it is documented under one of them. */
function namesOf(address: string): URL[] {
  const { hostname } = new URL(address)
  return (loopback.includes(hostname) ? [hostname, ...loopback] : [hostname]).map((name) => {
    const url = new URL(address)
    url.hostname = name
    return url
  })
}

/**
 * The issuer in the metadata for a client that asks at `host`: one of our own addresses, as configured. A client must
 * refuse an issuer that is not the address it asked (RFC 8414, 3.3). It is never a text of the caller, which could send
 * a client's secret elsewhere; for a host that is none of ours it is the documented address.
 */
export function issuerAt(host: string | null, env: Pick<Env, 'PUBLIC_API_URL' | 'PUBLIC_OFFICE_URL'>): string {
  const asked = host?.toLowerCase()
  const own = [env.PUBLIC_API_URL, env.PUBLIC_OFFICE_URL]
    .flatMap(namesOf)
    .find((url) => asked === url.host || asked === `${url.hostname}:${url.port || defaultPorts[url.protocol]}`)
  return own === undefined ? env.PUBLIC_API_URL : own.href.replace(/\/+$/, '')
}
