/** Where the marks of a chart's axes stand: at numbers that people say, and not so many that they touch. */

/** From 0 up to the first round number that is not below `most`, in steps of 1, 2, 2.5 or 5 times a power of ten. */
export function roundTicks(most: number, wholeNumbers: boolean): readonly number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough * (1 - 1e-9)) ?? rough
  const width = wholeNumbers ? Math.max(1, Math.ceil(step)) : step
  const count = Math.ceil(most / width - 1e-9)
  return Array.from({ length: count + 1 }, (_, n) => Number((n * width).toPrecision(12)))
}

/** The places of at most `most` marks among `count` points, evenly apart, the last point among them. */
export function spreadTicks(count: number, most: number): readonly number[] {
  const apart = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: count }, (_, n) => n).filter((n) => (count - 1 - n) % apart === 0)
}
