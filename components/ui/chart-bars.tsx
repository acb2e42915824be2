'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useLocale } from '@/components/texts'
import { roundTicks, spreadTicks } from '@/lib/kernel/ticks'
import type { ChartPoint, ChartSeries } from './chart-point'
import { ChartTip } from './chart-tip'
import { shortNumber } from './short-number'

const axis = { fontSize: 11, fill: 'var(--color-muted)' }

/** As many labels as fit below bars of half the page's width, and of a phone's. */
const labelsMost = 8

export function ChartBars({ series, points }: { series: readonly ChartSeries[]; points: readonly ChartPoint[] }) {
  const short = shortNumber(useLocale())
  const stacks = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0))
  const marks = roundTicks(Math.max(0, ...stacks), stacks.every(Number.isInteger))
  const said = new Map(points.map(({ label, tick }) => [label, tick ?? label]))
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
          ticks={spreadTicks(points.length, labelsMost).flatMap((place) => points[place]?.label ?? [])}
          tickFormatter={(label: string) => said.get(label) ?? label}
          tick={axis}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={12}
        />
        <YAxis
          tick={axis}
          tickLine={false}
          axisLine={false}
          ticks={[...marks]}
          domain={[0, marks.at(-1) ?? 1]}
          interval={0}
          width={44}
          tickFormatter={short}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-hover)' }}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as ChartPoint | undefined
            return active && point ? <ChartTip series={series} point={point} /> : null
          }}
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
