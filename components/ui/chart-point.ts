/** A kind of thing that is counted, in one of the five colours of charts: 1 good, 2 and 3 for what went wrong. */
export type ChartSeries = { readonly key: string; readonly label: string; readonly colour: 1 | 2 | 3 | 4 | 5 }

/** What was counted of each series, such as on a day; `texts` where a number is not how it is written, such as money. */
export type ChartPoint = {
  readonly label: string
  readonly values: Readonly<Record<string, number>>
  readonly texts?: Readonly<Record<string, string>>
}

/** How a point's number of a series is written. */
export const textOf = ({ texts, values }: ChartPoint, key: string): string => texts?.[key] ?? String(values[key] ?? 0)
