import { type Cents, scaled } from '@/lib/kernel/money'

/**
 * Figures as people of the country type them: a point before the decimals, commas between the thousands, "RD$" before or "%"
 * after.
 */
const plain = /^(RD\$|\$)?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?(%)?$/i

/** The units of figures, with the number of decimals allowed in each. */
const decimalsOf = { uses: 0, percent: 2, pesos: 2, quantity: 3 }
export type FigureUnit = keyof typeof decimalsOf

/** Why a figure cannot be read: a code for which the form has a sentence. */
export type FigureFault =
  | 'figure_unreadable'
  | 'figure_comma'
  | 'too_many_decimals'
  | 'percent_for_pesos'
  | 'pesos_for_percent'

/**
 * Reads a typed figure as an integer of its unit's decimals: `1,250.5` in pesos is 125050n. A figure marked with another unit
 * is a fault: a user who types "5%" for an amount does not mean RD$5.
 */
export function readFigure(text: string, unit: FigureUnit): bigint | FigureFault {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '')
  const parts = plain.exec(bare)
  if (!parts) return /^\d+,\d{1,2}$/.test(bare) ? 'figure_comma' : 'figure_unreadable'
  const [, pesos, whole = '', fraction = '', percent] = parts
  if (unit === 'pesos' && percent) return 'percent_for_pesos'
  if (unit === 'percent' && pesos) return 'pesos_for_percent'
  if ((pesos && unit !== 'pesos') || (percent && unit !== 'percent')) return 'figure_unreadable'
  const value = scaled(`${whole.replaceAll(',', '')}.${fraction || '0'}`, decimalsOf[unit])
  return value ?? (unit === 'uses' ? 'figure_unreadable' : 'too_many_decimals')
}

/** Cents as a form shows them: 125050n is `1250.50`, 100000n is `1000`. */
export const figureOfCents = (cents: Cents): string => {
  const [whole, fraction] = [cents / 100n, cents % 100n]
  return fraction === 0n ? `${whole}` : `${whole}.${String(fraction).padStart(2, '0')}`
}
