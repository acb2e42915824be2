'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

/** A kind of thing that is counted, in one of the five colours of charts: 1 good, 2 and 3 for what went wrong. */
export type ChartSeries = { readonly key: string; readonly label: string; readonly colour: 1 | 2 | 3 | 4 | 5 }

/** What was counted of each series, such as on a day. */
export type ChartPoint = { readonly label: string; readonly values: Readonly<Record<string, number>> }

const axis = { fontSize: 11, fill: 'var(--color-muted)' }

export function ChartBars({ series, points }: { series: readonly ChartSeries[]; points: readonly ChartPoint[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...points]}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="22%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tick={axis}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={12}
        />
        <YAxis tick={axis} tickLine={false} axisLine={false} allowDecimals={false} width={36} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-hover)' }}
          contentStyle={{
            background: 'var(--color-raised)',
            border: '1px solid var(--color-line)',
            borderRadius: 8,
            fontSize: 12,
            boxShadow: 'var(--shadow-popup)',
          }}
          labelStyle={{ color: 'var(--color-ink)', fontWeight: 600 }}
          itemStyle={{ color: 'var(--color-ink)', padding: 0 }}
        />
        {series.map(({ key, label, colour }) => (
          <Bar
            key={key}
            name={label}
            dataKey={(point: ChartPoint) => point.values[key] ?? 0}
            stackId="all"
            fill={`var(--color-chart-${colour})`}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
