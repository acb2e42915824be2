import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { CursorRange } from '@/lib/kernel/cursor'

/**
 * How a page of a list is read: on which `side` of its `place`, and in which order. A page before a place is read upwards from it, and
 * `shown` puts its rows in the order of the list. With both `before` and `after`, `after` counts.
 */
export function readingOf<Place>({ before, after }: CursorRange<Place>, listIsDescending = false) {
  const upwards = after === undefined && before !== undefined
  const descends = upwards !== listIsDescending
  return {
    place: after ?? before,
    side: sql.raw(descends ? '<' : '>') as SQL,
    order: descends ? desc : asc,
    shown: <Row>(rows: Row[]): Row[] => (upwards ? rows.reverse() : rows),
  }
}
