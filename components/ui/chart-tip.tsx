import { type ChartPoint, type ChartSeries, textOf } from './chart-point'
import { Swatch } from './chart-swatch'

/** The numbers of one point, each beside its colour, in the order of the legend. */
export function ChartTip({ series, point }: { series: readonly ChartSeries[]; point: ChartPoint }) {
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-xs text-ink shadow-popup">
      <p className="mb-1 font-semibold">{point.label}</p>
      <ul className="flex flex-col gap-0.5">
        {series.map(({ key, label, colour }) => (
          <li key={key} className="flex items-center gap-1.5">
            <Swatch colour={colour} />
            <span className="mr-3 text-muted">{label}</span>
            <span className="ml-auto font-medium tabular-nums">{textOf(point, key)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
