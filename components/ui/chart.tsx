'use client'

import dynamic from 'next/dynamic'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from './button'
import type { ChartPoint, ChartSeries } from './chart-point'
import { Swatch } from './chart-swatch'
import { ChartTable } from './chart-table'
import { Skeleton } from './states'

const height = 'h-56'

/** The code that draws is as much as a page without charts: it is loaded when the first chart is scrolled to. */
const Bars = dynamic(() => import('./chart-bars').then((module) => module.ChartBars), {
  ssr: false,
  loading: () => <Skeleton className={height} />,
})

/** Bars stacked by series, one for each point; the same numbers as a table on demand. `label` says what they count. */
export function Chart(props: {
  label: string
  /** What the points are, as the head of the table's first column, such as "Día". */
  pointsLabel: string
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
}) {
  const t = useTranslations('ui')
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    if (figure.current) observer.observe(figure.current)
    return () => observer.disconnect()
  }, [])
  return (
    <figure ref={figure} className="flex flex-col gap-3" aria-label={props.label}>
      <div className="flex items-start justify-between gap-3">
        <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 pt-1.5 text-xs text-muted">
          {props.series.map((series) => (
            <li key={series.key} className="flex items-center gap-1.5">
              <Swatch colour={series.colour} />
              {series.label}
            </li>
          ))}
        </ul>
        <Button
          size="small"
          variant="ghost"
          className="shrink-0"
          aria-controls={id}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('showChart') : t('showTable')}
        </Button>
      </div>
      <div id={id}>
        {asTable ? (
          <ChartTable {...props} />
        ) : (
          // What is drawn keeps its width until it is drawn anew: in between it must not make the page scroll to the side.
          <div role="img" aria-label={props.label} className={`${height} overflow-x-clip`}>
            {isSeen ? <Bars series={props.series} points={props.points} /> : <Skeleton className={height} />}
          </div>
        )}
      </div>
    </figure>
  )
}
