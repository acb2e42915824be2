import { assert } from './assert'

/**
 * Pesos as integer cents. No binary floating point touches money (D13): a JSON number is read by its shortest decimal text,
 * which is what its sender wrote, and a database `numeric` is read by its text.
 */
export type Cents = bigint

/** D14. */
export const amountCentsMax: Cents = 99_999_999_999n

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/
const twoDecimals = /^-?\d+\.\d\d$/

/**
 * A decimal text as an integer of `scale` decimals: `scaled('10.5', 2)` is 1050n. Undefined when it is no plain decimal or has
 * more decimals than that; trailing zeros do not count (1.10 and 1.100 are the same number).
 */
export function scaled(text: string, scale: number): bigint | undefined {
  const parts = decimal.exec(text)
  if (!parts) return undefined
  const [, sign, whole, fraction = ''] = parts
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > scale) return undefined
  const magnitude = BigInt(whole + digits.padEnd(scale, '0'))
  return sign ? -magnitude : magnitude
}

/**
 * A JSON number as an integer of `scale` decimals, or undefined when it has more (1e-7 too) or is not finite. From 1e21 on,
 * where the shortest text has an exponent, a double is a whole number, and far above every bound.
 */
export const scaledNumber = (value: number, scale: number): bigint | undefined =>
  scaled(Number.isFinite(value) && Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value), scale)

/** A PostgreSQL `numeric(…, 2)` as cents. */
export function centsOfNumeric(text: string): Cents {
  const cents = twoDecimals.test(text) ? BigInt(text.slice(0, -3) + text.slice(-2)) : scaled(text, 2)
  assert(cents !== undefined, `numeric with two decimals, not ${text}`)
  return cents
}

/** Cents as the text of a PostgreSQL `numeric`: 1050n is `10.50`. */
export function numericOfCents(cents: Cents): string {
  return numericOfScaled(cents, 2)
}

/** An integer of `scale` decimals as the text of a PostgreSQL `numeric`. */
export function numericOfScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Cents as a JSON number of at most two decimals (D16): exact, since every amount up to D14's bound has such a double. */
export const jsonOfCents = (cents: Cents): number => Number(numericOfCents(cents))

/** A PostgreSQL `numeric(…, 2)` as the same JSON number that its cents have (D16). */
export function jsonOfNumeric(text: string): number {
  assert(twoDecimals.test(text), `numeric with two decimals, not ${text}`)
  return Number(text)
}

/** `numerator / denominator` to the nearest integer, halves away from zero (D15). Both not negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  assert(numerator >= 0n && denominator > 0n, 'amounts are not negative')
  return (2n * numerator + denominator) / (2n * denominator)
}
