import { type Asked, addressOf, integerId, oneOf, parameter } from '@/lib/kernel/address'
import { type Outcome, outcomes, type PlannedLine } from './plan'
import type { ImportPlan } from './plan-import'

/** Which lines of a preview are shown, as its address says it. */
export type PreviewFilter = { readonly show: Outcome | 'warned' | undefined; readonly from: number }

const pageSize = 50

const address = addressOf({
  show: parameter('show', oneOf([...outcomes, 'warned'])),
  from: parameter('from', integerId, 1),
})

export const previewFilterOf = (asked: Asked): PreviewFilter => address.read(asked)

/** The address of a preview that shows such lines alone, from that line of the file on. */
export const previewPath = (base: string, show: PreviewFilter['show'], from = 1): string =>
  address.path(base, { show, from })

/** A plan as a page shows it: some of its lines and remarks, and how many there are. */
export type ImportView = Omit<ImportPlan, 'lines'> & {
  readonly linesInAll: number
  readonly remarksInAll: number
  readonly page: readonly PlannedLine[]
  readonly previous: number | undefined
  readonly next: number | undefined
}

const remarksShown = 10

export function viewOf({ lines, remarks, ...plan }: ImportPlan, filter: PreviewFilter): ImportView {
  const { page, ...beside } = pageOfLines(lines, filter)
  return {
    ...plan,
    ...beside,
    page: page.map(({ row: _, ...line }) => line),
    linesInAll: lines.length,
    remarks: remarks.slice(0, remarksShown),
    remarksInAll: remarks.length,
  }
}

/** The lines of a page, and the lines of the file at which the previous and the next page begin. */
export function pageOfLines<Line extends PlannedLine>(lines: readonly Line[], { show, from }: PreviewFilter) {
  const shown = lines.filter((line) => isShown(line, show))
  const start = Math.max(
    0,
    shown.findIndex(({ line }) => line >= from),
  )
  const page = from > 1 && !shown.some(({ line }) => line >= from) ? [] : shown.slice(start, start + pageSize)
  return {
    page,
    previous: start > 0 ? shown[Math.max(0, start - pageSize)]?.line : undefined,
    next: page.length === pageSize ? shown[start + pageSize]?.line : undefined,
  }
}

const isShown = ({ outcome, warnings }: PlannedLine, show: PreviewFilter['show']): boolean =>
  show === undefined || (show === 'warned' ? outcome !== 'refused' && warnings.length > 0 : outcome === show)
