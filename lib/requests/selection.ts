import { instantsOf } from '@/lib/language/periods'
import { type RequestFilter, requestIdTime, requestStatuses } from './filter'

const hourMs = 3_600_000

/** The calls that a filter selects, as a query is asked for them. */
export const selectionOf = (
  { period, hour, operation, status, code, credential, search }: RequestFilter,
  now: Date,
) => ({
  ...hourOf(instantsOf(period, now), hour),
  operation,
  statuses: status === undefined ? undefined : requestStatuses[status],
  code,
  credential,
  search,
})

type Span = ReturnType<typeof instantsOf>

/** The hour of a day; without one, the whole span. */
const hourOf = (span: Span, hour: number | undefined): Span => {
  if (hour === undefined || span.from === undefined) return span
  const from = new Date(span.from.getTime() + hour * hourMs)
  return { from, to: new Date(from.getTime() + hourMs) }
}

/** Where the call with that id stands in the list. */
export function placeOf(id: string | undefined) {
  const at = id === undefined ? undefined : requestIdTime(id)
  return id === undefined || at === undefined ? undefined : { id, at }
}
