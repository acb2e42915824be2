import { customAlphabet } from 'nanoid'

const text = customAlphabet('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 10)

/** The reference of a purchase without an invoice of the shop's own: 50 random bits, short enough to be read aloud (D33). */
export const newReference = (): string => `CAJA-${text()}`
