import { type Cents, scaled } from '@/lib/kernel/money'

/** Figures as people type them in the country: a point before the decimals, commas between the thousands, "RD$" or "%" around. */
const plain = /^(?:RD\$|\$)?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?%?$/i

/** Why a figure cannot be read: a code that the form has a sentence for. */
export type FigureFault = 'figure_unreadable' | 'figure_comma' | 'too_many_decimals'

/** A typed figure as an integer of `scale` decimals: `1,250.5` with two is 125050n. */
export function readFigure(text: string, scale: number): bigint | FigureFault {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '')
  const parts = plain.exec(bare)
  if (!parts) return /^\d+,\d{1,2}$/.test(bare) ? 'figure_comma' : 'figure_unreadable'
  const [, whole = '', fraction = ''] = parts
  const value = scaled(`${whole.replaceAll(',', '')}.${fraction || '0'}`, scale)
  return value ?? (scale === 0 ? 'figure_unreadable' : 'too_many_decimals')
}

/** Cents as a form shows them: 125050n is `1250.50`, 100000n is `1000`. */
export const figureOfCents = (cents: Cents): string => {
  const [whole, fraction] = [cents / 100n, cents % 100n]
  return fraction === 0n ? `${whole}` : `${whole}.${String(fraction).padStart(2, '0')}`
}
