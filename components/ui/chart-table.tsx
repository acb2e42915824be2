import { type ChartPoint, type ChartSeries, textOf } from './chart-point'
import { ScrollRegion } from './scroll-region'

/** The numbers of a chart, one row for each point. */
export function ChartTable(props: {
  label: string
  pointsLabel: string
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
}) {
  const cell = 'px-3 py-1.5 text-right tabular-nums'
  return (
    <ScrollRegion label={props.label} className="max-h-80 rounded-lg border border-line">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{props.label}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {props.pointsLabel}
            </th>
            {props.series.map((series) => (
              <th key={series.key} scope="col" className="px-3 py-2 text-right font-medium">
                {series.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {props.points.map((point) => (
            <tr key={point.label}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {point.label}
              </th>
              {props.series.map((series) => (
                <td key={series.key} className={cell}>
                  {textOf(point, series.key)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
