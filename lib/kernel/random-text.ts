import { customAlphabet } from 'nanoid'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** `A-Z` and `2-9` without the letters that a person takes for a digit (D42): 31 characters, 4.95 bits each. */
const unambiguous = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const hourMs = 3_600_000

const randomPart = customAlphabet(unambiguous, 17)

/** The hour of now in three letters, the same again after 29,791 hours. */
function hourPart(): string {
  const hour = Math.floor(Date.now() / hourMs)
  const letter = (of: number): string => unambiguous.charAt(Math.floor(hour / of) % unambiguous.length)
  return letter(unambiguous.length ** 2) + letter(unambiguous.length) + letter(1)
}

/**
 * A code that a cashier can read aloud: `7KQM-2WXA-…`, five groups of four, 84 random bits (D42). Its first three letters are of the hour, so
 * that the codes of a merchant's hour are neighbours in their index (ADR-0092).
 */
export const newCode = (): string => (`${hourPart()}${randomPart()}`.match(/.{4}/g) ?? []).join('-')

/** Letters and digits, 5.95 random bits each: selected whole by a double click. */
export const newAlphanumeric = customAlphabet(lower + lower.toUpperCase() + digits)

/** Lower case letters and digits, 5.17 random bits each. */
export const newLowerAlphanumeric = customAlphabet(lower + digits)

/** Of a recovery code: unambiguous letters and digits, 4.95 random bits each. */
export const newUnambiguous = customAlphabet(unambiguous)
