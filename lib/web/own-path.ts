/** Where somebody lands who came without a path, or with one that is not ours. */
export const homePath = '/portal'

/** The first page of a company's office. A user without a merchant is led there from `homePath`. */
export const companyHomePath = '/company'

/** The first page of the operator's office. */
export const operatorHomePath = '/operator'

/** Set by `proxy.ts`: where the reader is, so that signing in leads back. Believed for nothing else. */
export const pathHeader = 'x-aliado-path'

/** A base URL whose origin no path of ours can leave. */
const base = 'http://own.invalid'

/**
 * The path to go to after signing in: what was asked for when it is a page of ours, the portal otherwise. What a browser could
 * take for another place, such as `//evil`, `/\evil` and `https:evil`, is none of ours (P-15, CWE-601).
 */
export function ownPath(asked: string | null | undefined): string {
  if (!asked || asked.length > 1_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes('\\'))
    return homePath
  let url: URL
  try {
    url = new URL(asked, base)
  } catch {
    return homePath
  }
  const path = `${url.pathname}${url.search}`
  return url.origin === base && !path.startsWith('//') ? path : homePath
}

/** A path with the way back: `/sign-in?next=%2Fportal`. */
export const withNext = (path: string, next: string): string =>
  next === homePath ? path : `${path}?next=${encodeURIComponent(next)}`
