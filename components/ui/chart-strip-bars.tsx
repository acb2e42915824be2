'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from '@/components/texts'
import { roundTicks, spreadTicks } from '@/lib/kernel/ticks'
import { Button } from './button'
import { type ChartPoint, type ChartSeries, textOf } from './chart-point'
import { Swatch } from './chart-swatch'
import { ChartTable } from './chart-table'
import { ChartTip } from './chart-tip'
import { cn } from './cn'
import { PageLink } from './page-link'
import { shortNumber } from './short-number'

/** As many labels as fit below the bars of a page, and below those that a phone shows without moving them. */
const labelsMost = { page: 8, phone: 4 }

/** As many bars as a phone shows without moving them, each wide enough for a finger (WCAG 2.5.8). */
const phoneBars = 12

/** A bar was chosen last: the chart that comes has new bars, and one of them gets the focus back. */
let isChosen = false

type Props = {
  label: string
  pointsLabel: string
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** What all points add up to, by the key of the series. */
  totals: Readonly<Record<string, string>>
  /** What stands beside the legend, such as a way back to all points. */
  children?: ReactNode
}

/** One of the bars takes the Tab key, and the arrows go from it to the others. */
export function ChartStripBars({ children, ...props }: Props) {
  const { label, series, points } = props
  const t = useTranslations('ui')
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [asTable, setAsTable] = useState(false)
  const [shown, setShown] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const current = points.findIndex((point) => point.current)
  const stop = focused ?? (current >= 0 ? current : points.findLastIndex(({ href }) => href !== undefined))
  useEffect(() => {
    if (isChosen && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus({ preventScroll: true })
    }
    isChosen = false
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(undefined)
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.findIndex((link) => link.matches(':focus'))
    const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }
    const place = Object.hasOwn(places, event.key) ? places[event.key as keyof typeof places] : undefined
    if (place === undefined) return
    event.preventDefault()
    links[place]?.focus()
  }

  const stacks = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0))
  const top = roundTicks(Math.max(0, ...stacks), true).at(-1) ?? 1
  const short = shortNumber(useLocale())
  const labelled = {
    page: spreadTicks(points.length, labelsMost.page),
    phone: spreadTicks(points.length, points.length > phoneBars ? labelsMost.page : labelsMost.phone),
  }
  return (
    <figure aria-label={label} className="flex flex-col gap-1 text-xs print:hidden">
      <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
        <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-muted">
          {series.map((one) => (
            <li key={one.key} className="flex items-center gap-1.5">
              <Swatch colour={one.colour} />
              {one.label}
              <span className="font-medium text-ink tabular-nums">{props.totals[one.key]}</span>
            </li>
          ))}
        </ul>
        <div className="ml-auto flex items-center gap-2">
          {children}
          <Button
            size="small"
            variant="ghost"
            aria-controls={id}
            onClick={() => setAsTable(!asTable)}
            className="h-6! px-1.5! text-xs!"
          >
            {asTable ? t('showChart') : t('showTable')}
          </Button>
        </div>
      </div>
      <div id={id}>
        {asTable ? (
          <ChartTable {...props} />
        ) : (
          <div className="flex gap-1.5 pb-4.5">
            <div aria-hidden className="flex w-8 flex-col justify-between text-right leading-none text-muted">
              <span>{short(top)}</span>
              <span>0</span>
            </div>
            {/* On a phone it is moved sideways, and reversed it begins at its end: the newest bars are in sight. */}
            <div className="min-w-0 flex-1 max-sm:-mb-4.5 max-sm:flex max-sm:flex-row-reverse max-sm:overflow-x-auto max-sm:pb-4.5">
              <ol
                ref={list}
                onKeyDown={onKeyDown}
                onPointerLeave={() => setShown(undefined)}
                className="relative grid h-12 min-w-full shrink-0 auto-cols-[minmax(1.5rem,1fr)] grid-flow-col border-y border-line sm:auto-cols-fr"
              >
                <li aria-hidden className="pointer-events-none absolute inset-0">
                  <Stacks series={series} points={points} top={top} />
                </li>
                {points.map((point, place) => (
                  <li key={point.label} className="relative min-w-0">
                    {point.href === undefined ? null : (
                      <PageLink
                        href={point.href}
                        scroll={false}
                        aria-label={`${point.label}: ${series.map((one) => `${one.label} ${textOf(point, one.key)}`).join(', ')}`}
                        aria-current={point.current ? 'true' : undefined}
                        tabIndex={place === stop ? 0 : -1}
                        onPointerEnter={() => setShown(place)}
                        onFocus={() => {
                          setFocused(place)
                          setShown(place)
                        }}
                        onBlur={() => setShown(undefined)}
                        onClick={() => {
                          isChosen = true
                        }}
                        className="block h-full hover:bg-ink/5"
                      />
                    )}
                    {labelled.page.includes(place) || labelled.phone.includes(place) ? (
                      <span
                        aria-hidden
                        className={cn(
                          'pointer-events-none absolute top-full pt-1 leading-none whitespace-nowrap text-muted',
                          place === points.length - 1 ? 'right-0' : 'left-1/2 -translate-x-1/2',
                          !labelled.page.includes(place) && 'sm:hidden',
                          !labelled.phone.includes(place) && 'max-sm:hidden',
                        )}
                      >
                        {point.tick ?? point.label}
                      </span>
                    ) : null}
                    {shown === place ? (
                      <div
                        aria-hidden
                        className={cn(
                          'pointer-events-none absolute top-0 z-10 w-max max-sm:hidden',
                          place < points.length / 2 ? 'left-full ml-1' : 'right-full mr-1',
                        )}
                      >
                        <ChartTip series={series} point={point} />
                      </div>
                    ) : null}
                  </li>
                ))}
              </ol>
            </div>
          </div>
        )}
      </div>
    </figure>
  )
}

/** The numbers of each point, one upon the other, the first below: a path for each series, so that a page has few nodes. */
function Stacks({
  series,
  points,
  top,
}: {
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  top: number
}) {
  // Few bars are not made wide ones.
  const width = 100 * Math.min(0.78, Math.max(0.08, points.length * 0.04))
  const isOneChosen = points.some(({ current }) => current)
  const pathOf = (place: number, faded: boolean): string =>
    points
      .map((point, at) => {
        const value = point.values[series[place]?.key ?? ''] ?? 0
        if (value === 0 || (isOneChosen && !point.current) !== faded) return ''
        const below = series.slice(0, place).reduce((sum, { key }) => sum + (point.values[key] ?? 0), 0)
        return `M${100 * at + (100 - width) / 2} ${top - below}v${-value}h${width}v${value}z`
      })
      .join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${100 * points.length} ${top}`}
      preserveAspectRatio="none"
      className="block size-full"
    >
      {series.flatMap(({ key, colour }, place) =>
        [false, true].map((faded) => {
          const d = pathOf(place, faded)
          return d === '' ? null : (
            <path
              key={`${key}${faded}`}
              d={d}
              fill={`var(--color-chart-${colour})`}
              {...(faded ? { opacity: 0.4 } : {})}
            />
          )
        }),
      )}
    </svg>
  )
}
