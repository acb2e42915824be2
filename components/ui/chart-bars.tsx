'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useLocale } from '@/components/texts'
import { type ChartPoint, type ChartSeries, textOf } from './chart-point'

const axis = { fontSize: 11, fill: 'var(--color-muted)' }

export function ChartBars({ series, points }: { series: readonly ChartSeries[]; points: readonly ChartPoint[] }) {
  const short = new Intl.NumberFormat(useLocale(), { notation: 'compact', maximumFractionDigits: 1 })
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
        <YAxis
          tick={axis}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          width={44}
          // Some versions of the Intl data write "K" for some thousands in Spanish, and "k" for others.
          tickFormatter={(value: number) => short.format(value).replace(/\sK$/, '\u00a0k')}
        />
        <Tooltip
          isAnimationActive={false}
          formatter={(_, name, item) => {
            const key = series.find(({ label }) => label === name)?.key ?? ''
            return [textOf(item.payload as ChartPoint, key), name]
          }}
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
