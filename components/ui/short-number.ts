/** Numbers for the axis of a chart: "1.2 k". */
export function shortNumber(locale: string): (value: number) => string {
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  // Some versions of the Intl data write "K" for some thousands in Spanish, and "k" for others.
  return (value) => short.format(value).replace(/\sK$/, '\u00a0k')
}
