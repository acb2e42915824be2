import { newLowerAlphanumeric } from './random-text'

const own = /^req_[a-z0-9]{20}$/
const base = 36
const momentLength = 9

/** How far a call's moment may lie from the one that its id names, and still be found by it: a till's clock may be off, or try again. */
const awayMsMax = 10_000

/**
 * A new id of a request. It begins with its moment in milliseconds, by which its call is found among a merchant's without an index of ids
 * (ADR-0090). The other 11 characters are 57 random bits.
 */
export const newRequestId = (): string =>
  `req_${Date.now().toString(base).padStart(momentLength, '0')}${newLowerAlphanumeric(11)}`

/** The moment that an id of ours begins with, in milliseconds since 1970; undefined for any other text. */
const momentOf = (requestId: string): number | undefined =>
  own.test(requestId) ? Number.parseInt(requestId.slice(4, 4 + momentLength), base) : undefined

/** Whether an id names the moment of its call, whoever made it. A caller may send one of ours again, with a later call. */
export function tellsMoment(requestId: string, atMs: number): boolean {
  const moment = momentOf(requestId)
  return moment !== undefined && Math.abs(moment - atMs) <= awayMsMax
}

/** Between which moments the calls lie whose moment that id names; undefined where it names none. */
export function momentsOf(requestId: string): { readonly from: Date; readonly to: Date } | undefined {
  const moment = momentOf(requestId)
  return moment === undefined ? undefined : { from: new Date(moment - awayMsMax), to: new Date(moment + awayMsMax) }
}
