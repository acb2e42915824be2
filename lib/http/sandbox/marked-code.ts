import { type Identity, identities } from '@/lib/sandbox/identities'

/**
 * An authorization that is made for a staged identity says so in its code, so that its consumption is recognised by any process, without
 * a statement and after any time. Only letters that a code may have (D42) stand for digits; twelve characters stay random.
 */

const mark = 'TEST-PR'
const letters = 'ABCDEFGHJK'

const marked = new RegExp(`-${mark}([${letters}])([${letters}])$`, 'i')

/** A code whose last two groups name the identity. The first group of `code`, most of which is its hour, is left out (ADR-0092). */
export function markCode(code: string, identity: Identity): string {
  const named = [...identity.code].map((digit) => letters[Number(digit)]).join('')
  return `${code.split('-').slice(1, 4).join('-')}-${mark}${named}`
}

const byCode = new Map<string, Identity>(identities.map((identity) => [identity.code, identity]))

/** The identity that the authorization behind a code was made for, if it is a staged one. */
export function identityOfCode(code: string): Identity | undefined {
  const [, ...named] = marked.exec(code) ?? []
  if (named.length === 0) return undefined
  return byCode.get(named.map((letter) => letters.indexOf(letter.toUpperCase())).join(''))
}
