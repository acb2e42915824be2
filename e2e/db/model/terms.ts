/** The model's own arithmetic and its own reading of the limits, written from the decisions and not from the product. */

export type Terms = {
  type: 'PCT' | 'AMT'
  /** Percent or pesos, in hundredths. */
  value: bigint
  /** The greatest discount, in cents. */
  most?: bigint
}

export type ModelDiscount = Terms & {
  id: number
  name: string
  granted: boolean
  /** The SKUs of its category or article; none for the whole store. */
  skus?: readonly string[]
  /** The smallest purchase, in cents. */
  least?: bigint
  usesTotal?: number
  usesPerDay?: number
  /** In cents. */
  budget?: bigint
}

/** A line in cents and thousandths of a unit. */
export type Line = { sku: string; price: bigint; quantity: bigint }

/** D18, in hundredths of a thousandth of a peso; nothing when no line matches. */
export function subtotalOf(lines: readonly Line[], skus: readonly string[]): bigint | undefined {
  let sum: bigint | undefined
  for (const { sku, price, quantity } of lines) if (skus.includes(sku)) sum = (sum ?? 0n) + price * quantity
  return sum
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** D15 to D18, in cents: the discount on a purchase, of which only `subtotal` counts when it is given. */
export function discountOn(terms: Terms, purchase: bigint, subtotal: bigint = purchase * 1_000n): bigint {
  const base = least(purchase * 1_000n, subtotal)
  // In ten-millionths of a cent, so that both types end in the same seven places.
  const exact = base * (terms.type === 'PCT' ? terms.value : 10_000n)
  const capped = terms.type === 'PCT' ? exact : least(exact, terms.value * 10_000_000n)
  const cents = (capped + 5_000_000n) / 10_000_000n
  return terms.most === undefined ? cents : least(cents, terms.most)
}

/** Cents as the number that JSON shows. */
export const shown = (cents: bigint): number => Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
