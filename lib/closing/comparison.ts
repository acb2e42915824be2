import { type Cents, scaled } from '@/lib/kernel/money'

/** A sale as a POS's own list has it. */
export type PosSale = { readonly reference: string; readonly cents: Cents }

/** A pasted list: its sales, and the numbers of the lines without a reference and an amount. */
export type PosList = { readonly sales: readonly PosSale[]; readonly unread: readonly number[] }

/**
 * Reads a list that was copied from a spreadsheet or a report: each line has a reference and an amount, separated by a tab, a
 * semicolon, a comma or spaces. Columns between the first one and the last one with an amount are ignored. A heading is no
 * sale.
 */
export function readPosList(text: string): PosList {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, at) => ({ line: at + 1, content: content.replace(/^\ufeff/, '') }))
    .filter(({ content }) => content.trim() !== '')
  const read = lines.map(({ line, content }) => ({ line, sale: saleOf(content) }))
  return {
    sales: read.flatMap(({ sale }) => sale ?? []),
    unread: read.slice(read[0]?.sale === undefined ? 1 : 0).flatMap(({ line, sale }) => (sale ? [] : line)),
  }
}

const lineLengthMax = 500

function saleOf(line: string): PosSale | undefined {
  if (line.length > lineLengthMax) return undefined
  const separator = ['\t', ';'].find((one) => line.includes(one))
  const [reference = '', ...others] = (
    separator === undefined ? splitAtAmount(line.trim()) : line.split(separator)
  ).map(bare)
  const cents = others.map(centsOf).findLast((amount) => amount !== undefined)
  return reference === '' || reference.includes('\0') || cents === undefined ? undefined : { reference, cents }
}

/** Without the quotes that a spreadsheet puts around a cell. */
const bare = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

/**
 * Splits a line so that 1,234.50 stays whole between commas or spaces: the line ends in an amount, and the rest begins with the
 * reference, up to a comma that is not within its quotes.
 */
function splitAtAmount(line: string): string[] {
  const cut = Math.max(0, line.length - amountLengthMax)
  const [, within = '', amount] = endsInAmount.exec(line.slice(cut)) ?? []
  const before = line.slice(0, cut) + within
  if (amount === undefined || before === '') return [line]
  return [firstCell.exec(before)?.[0] ?? before, amount]
}

/** How much of a line's end is searched for an amount: in a long line of commas the search would begin anew at each of them. */
const amountLengthMax = 60

const endsInAmount = /^(.*?)[\s,]+("?(?:RD)?\$?\s?-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?"?)$/
const firstCell = /^(?:"[^"]*"(?=,|$)|[^",][^,]*)/

/** No sale is greater; and what a list of such amounts adds up to, the database can keep. */
const amountDigitsMax = 16

/** An amount as the country writes it: `1,234.50`, `RD$1234.5`. */
function centsOf(text: string): Cents | undefined {
  const digits = text.replace(/^(RD)?\$|^DOP/i, '').replace(/\s/g, '')
  if (!/^-?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/.test(digits) || digits.length > amountDigitsMax) return undefined
  return scaled(digits.replaceAll(',', ''), 2)
}

/** A reference whose amounts differ: its sum on each side; null when it is not there. */
export type Difference = { readonly reference: string; readonly ours: Cents | null; readonly theirs: Cents | null }

export type Comparison = {
  /** References with the same amount on both sides. */
  readonly equal: number
  readonly differences: readonly Difference[]
  readonly oursCents: Cents
  readonly theirsCents: Cents
}

/** Compares what was consumed with a POS's list, reference by reference; sales of the same reference add up. */
export function compareSales(ours: readonly PosSale[], theirs: readonly PosSale[]): Comparison {
  const [here, there] = [sumByReference(ours), sumByReference(theirs)]
  const references = [...new Set([...here.keys(), ...there.keys()])].toSorted((one, other) => (one < other ? -1 : 1))
  const all = references.map((reference) => ({
    reference,
    ours: here.get(reference) ?? null,
    theirs: there.get(reference) ?? null,
  }))
  const differences = all.filter((one) => one.ours !== one.theirs)
  return {
    equal: all.length - differences.length,
    differences,
    oursCents: sum(ours),
    theirsCents: sum(theirs),
  }
}

const sum = (sales: readonly PosSale[]) => sales.reduce((total, { cents }) => total + cents, 0n)

function sumByReference(sales: readonly PosSale[]): Map<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const { reference, cents } of sales) sums.set(reference, (sums.get(reference) ?? 0n) + cents)
  return sums
}
