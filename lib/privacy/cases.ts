import { integerId, oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'
import { addDays, type LocalDay } from '@/lib/language/days'

/**
 * In how many working days each kind of request is to be answered (Ley 172-13; confirm with counsel). Saturdays and Sundays are no
 * working days. Holidays are counted as if they were: a case is then due before the term of the law ends, and never after it (ADR-0065).
 */
export const workingDaysFor = { access: 5, rectification: 10, cancellation: 10 } as const

export type CaseKind = keyof typeof workingDaysFor

export const caseKinds = Object.keys(workingDaysFor) as CaseKind[]

export const caseStates = ['open', 'answered', 'refused'] as const

export type CaseState = (typeof caseStates)[number]

/** For how many days after its end a case keeps who asked and what was answered (confirm with counsel). */
export const caseTextsKeptDays = 365

/** A request that came longer ago is no longer entered as a case. */
export const receivedDaysAgoMax = 90

const isWeekend = (day: LocalDay): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The day that is so many working days after another one, which is not counted itself. */
export function addWorkingDays(day: LocalDay, days: number): LocalDay {
  let last = day
  for (let left = days; left > 0; ) {
    last = addDays(last, 1)
    if (!isWeekend(last)) left -= 1
  }
  return last
}

export const dueOnOf = (kind: CaseKind, receivedOn: LocalDay): LocalDay =>
  addWorkingDays(receivedOn, workingDaysFor[kind])

/** How a case stands against its due date: `soon` on that day and on the working day before. */
export type CaseStanding = 'overdue' | 'soon' | 'inTime' | 'ended'

export function standingOf(
  { state, dueOn }: { readonly state: CaseState; readonly dueOn: LocalDay },
  today: LocalDay,
): CaseStanding {
  if (state !== 'open') return 'ended'
  if (dueOn < today) return 'overdue'
  return dueOn <= addWorkingDays(today, 1) ? 'soon' : 'inTime'
}

export const privacyPage = '/operator/privacy'

/** Cases of one state, or of all; those that are due first come first. */
const address = listAddressOf({ state: parameter('state', oneOf([...caseStates, 'all']), 'open') }, integerId, [
  'due',
  '-due',
])

export const { read: casesFilterOf } = address

/** The filter of the list of cases, read from the address of its page. */
export type CasesFilter = ReturnType<typeof casesFilterOf>

export const casesPath = (filter: CasesFilter, range?: CursorRange<number>): string =>
  address.path(privacyPage, filter, range)

export const casePath = (caseId: number): string => `${privacyPage}/${caseId}`

/** The file of an export that was approved for a case. */
export const exportPath = (caseId: number, approvalId: number, format: 'json' | 'pdf'): string =>
  `${casePath(caseId)}/export/${approvalId}/${format}`
