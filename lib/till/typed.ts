import { amountCentsMax, type Cents, scaled } from '@/lib/kernel/money'

/** What people type at the till, read as they mean it. */

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
const plain = /^\d+(?:[.,]\d{0,2})?$/

/**
 * An amount in pesos as cents: `1250`, `1,250.50`, `1250,5` (a phone's keypad may have the comma alone). Undefined for anything
 * else, 0 and what is above the bound (D14): an amount that could be read in two ways is asked for again.
 */
export function centsTyped(text: string): Cents | undefined {
  const tight = text.replace(/^\s*(RD)?\$?\s*|\s+$/g, '')
  const dotted = grouped.test(tight)
    ? tight.replaceAll(',', '')
    : plain.test(tight)
      ? tight.replace(',', '.')
      : undefined
  const cents = dotted === undefined ? undefined : scaled(dotted.replace(/\.$/, ''), 2)
  return cents !== undefined && cents > 0n && cents <= amountCentsMax ? cents : undefined
}

/** A quantity as thousandths: `2`, `0.75`, `0,75` (D19). Undefined for anything else, and for 0. */
export function millisTyped(text: string): bigint | undefined {
  const tight = text.trim().replace(',', '.')
  const millis = /^\d{1,9}(\.\d{0,3})?$/.test(tight) ? scaled(tight.replace(/\.$/, ''), 3) : undefined
  return millis !== undefined && millis > 0n ? millis : undefined
}

/** An identification without the hyphens and spaces that people type (D23); undefined when it can be none. */
export function identificationTyped(text: string): string | undefined {
  const tight = text.replace(/[\s.-]/g, '')
  return /^[A-Za-z0-9]{1,30}$/.test(tight) ? tight : undefined
}
