/** One server of PostgreSQL. */
export type Place = { readonly host: string; readonly port: number }

/** Where a database is. `url` names the first of `places`, since URL (RFC 3986) knows no list of hosts; libpq does (its 34.1.1.3). */
export type DatabaseAddress = { readonly url: URL; readonly places: readonly Place[] }

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s
const usualPort = 5432

/**
 * Reads `postgres://user:password@host:port,host:port/database?target_session_attrs=primary`. Undefined when it is none. Of several
 * hosts the primary is meant, said or not; any other wish is refused, since the driver takes a standby for `read-write`.
 */
export function readDatabaseAddress(text: string): DatabaseAddress | undefined {
  const [, before, hosts, after] = shape.exec(text) ?? []
  if (before === undefined || hosts === undefined || after === undefined) return undefined
  const urls = hosts.split(',').map((host) => parsed(`${before}${host}${after}`))
  const [url] = urls
  if (!url || !urls.every((each) => each !== undefined && (urls.length === 1 || each.hostname !== ''))) return undefined
  if (!['primary', null].includes(url.searchParams.get('target_session_attrs'))) return undefined
  return { url, places: urls.flatMap((each) => (each ? [placeOf(each)] : [])) }
}

/** The same address with its URL changed: another database, no password. Its hosts stay. Throws when it is none. */
export function rewriteDatabaseAddress(text: string, change: (url: URL) => void): string {
  const address = readDatabaseAddress(text)
  if (!address) throw new Error('not an address of a database')
  const hosts = shape.exec(text)?.[2] ?? ''
  const { url } = address
  change(url)
  const user = url.username + (url.password && `:${url.password}`)
  return `${url.protocol}//${user && `${user}@`}${hosts}${url.pathname}${url.search}`
}

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

const placeOf = ({ hostname, port }: URL): Place => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost',
  port: Number(port || usualPort),
})
