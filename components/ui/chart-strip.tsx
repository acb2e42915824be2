'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import type { ChartStripBars } from './chart-strip-bars'

const Bars = lazy(async () => ({ default: (await import('./chart-strip-bars')).ChartStripBars }))

/** A low chart above what it counts, whose bars are links. Sent drawn; its script is loaded after the page. */
export const ChartStrip = (props: ComponentProps<typeof ChartStripBars>) => (
  <Suspense fallback={<div className="h-24" />}>
    <Bars {...props} />
  </Suspense>
)
