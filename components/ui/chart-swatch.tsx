import type { ChartSeries } from './chart-point'

/** The colour of a series, beside its name. */
export const Swatch = ({ colour }: Pick<ChartSeries, 'colour'>) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5 shrink-0">
    <rect width="10" height="10" rx="2" fill={`var(--color-chart-${colour})`} />
  </svg>
)
