/** How much a figure grows per hour, by least squares, and the standard error of it: NaN where the samples say nothing. */
export type Slope = { perHour: number; error: number }

export type Sample = { hours: number; value: number }

export function slopeOf(samples: readonly Sample[]): Slope {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [hours, value] = [mean((sample) => sample.hours), mean((sample) => sample.value)]
  const spread = samples.reduce((sum, sample) => sum + (sample.hours - hours) ** 2, 0)
  const perHour = samples.reduce((sum, sample) => sum + (sample.hours - hours) * (sample.value - value), 0) / spread
  const rest = samples.reduce((sum, sample) => sum + (sample.value - value - perHour * (sample.hours - hours)) ** 2, 0)
  const error = samples.length > 2 ? Math.sqrt(rest / (samples.length - 2) / spread) : Number.NaN
  return { perHour: Number.isFinite(perHour) ? perHour : Number.NaN, error }
}

/** The later of the samples, the middle one included: what starts up, fills caches and compiles is over by then. */
export const secondHalf = <T>(samples: readonly T[]): readonly T[] => samples.slice(Math.floor(samples.length / 2))

/** What a process may gain in an hour and still be called flat: a leak of this size takes a day to double the API's memory. */
export const flatMiBPerHour = 8

export type Trend = 'flat' | 'grows' | 'too short to say'

/** Growth is what stands out of the noise, by two standard errors, and matters. */
export function trendOf({ perHour, error }: Slope): Trend {
  if (Number.isNaN(perHour) || Number.isNaN(error)) return 'too short to say'
  if (perHour - 2 * error > flatMiBPerHour) return 'grows'
  return perHour + 2 * error > flatMiBPerHour ? 'too short to say' : 'flat'
}
