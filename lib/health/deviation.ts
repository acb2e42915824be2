/** How far a merchant is from what it sells at the same weekday and hour, learnt from four weeks as silences are (ADR-0044). */

const learntWeeks = 4
/** By how many times the spread of chance (the root of the mean, as of rare and independent events) a count must differ to be told. */
const spreads = 4
/** What sells less in an hour differs by chance alone. */
const meanMin = 8

/** The sales of one merchant in an hour, and in that of each of the weeks before in which it sold. */
export type HourOfMerchant = { readonly sales: number; readonly weeks: number; readonly before: number }

export type Deviation = { readonly usual: number; readonly part: number }

/**
 * The deviation of an hour from the usual one, as a part of it (-1: nothing was sold); undefined where four weeks are not known, or
 * where chance explains it.
 */
export function deviationOf({ sales, weeks, before }: HourOfMerchant): Deviation | undefined {
  const usual = before / learntWeeks
  if (weeks < learntWeeks || usual < meanMin) return undefined
  if (Math.abs(sales - usual) <= spreads * Math.sqrt(usual)) return undefined
  return { usual, part: (sales - usual) / usual }
}
