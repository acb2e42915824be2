/** One of the things that a chart counts, in one of the five colours of charts: 1 is for good, 2 and 3 for what went wrong. */
export type ChartSeries = { readonly key: string; readonly label: string; readonly colour: 1 | 2 | 3 | 4 | 5 }

/** The count of each series at one point, such as a day. `texts` is for numbers to be written in another way, such as money. */
export type ChartPoint = {
  readonly label: string
  /** What the axis says of it, in fewer letters, such as a day without its year. */
  readonly tick?: string
  readonly values: Readonly<Record<string, number>>
  readonly texts?: Readonly<Record<string, string>>
  /** Where the point is looked at by itself, in a strip; none where there is nothing to see. */
  readonly href?: string | undefined
  /** Whether the page shows this point alone. */
  readonly current?: boolean
}

/** The text for a series' number at a point. */
export const textOf = ({ texts, values }: ChartPoint, key: string): string => texts?.[key] ?? String(values[key] ?? 0)
