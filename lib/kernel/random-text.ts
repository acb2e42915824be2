import { customAlphabet } from 'nanoid'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** `A-Z` and `2-9` without the letters that a person takes for a digit (D42): 31 characters, 4.95 bits each. */
const unambiguous = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const unambiguousText = customAlphabet(unambiguous, 20)

/** A code that a cashier can read aloud: `7KQM-2WXA-…`, five groups of four, 99 random bits (D42). */
export const newCode = (): string => (unambiguousText().match(/.{4}/g) ?? []).join('-')

/** Letters and digits, 5.95 random bits each: selected whole by a double click. */
export const newAlphanumeric = customAlphabet(lower + lower.toUpperCase() + digits)

/** Lower case letters and digits, 5.17 random bits each. */
export const newLowerAlphanumeric = customAlphabet(lower + digits)

/** Of a recovery code: unambiguous letters and digits, 4.95 random bits each. */
export const newUnambiguous = customAlphabet(unambiguous)
