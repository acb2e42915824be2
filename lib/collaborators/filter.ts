import type { CollaboratorSelection } from '@/db/queries/offices/collaborators'
import { bigintId, type Format, idOrNone, oneOf, parameter, partialText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'

export const collaboratorStatuses = ['active', 'inactive'] as const

const partOfName = partialText(100)

/** Days back from today, today among them. */
const addedDays = { today: 1, week: 7, month: 30 } as const

export const addedPeriods = Object.keys(addedDays) as (keyof typeof addedDays)[]

export const invitationStates = ['open', 'sent', 'no_email'] as const

/** An identification never stands in an address (D32): no search is made for a text with digits. */
const nameWithoutDigits: Format<string> = {
  ...partOfName,
  read: (text) => (/\d/.test(text) ? undefined : partOfName.read(text)),
}

const address = listAddressOf(
  {
    search: parameter('q', nameWithoutDigits),
    /** `none` are those without a type. */
    type: parameter('type', idOrNone),
    status: parameter('status', oneOf(collaboratorStatuses)),
    added: parameter('added', oneOf(addedPeriods)),
    invitation: parameter('invitation', oneOf(invitationStates)),
  },
  bigintId,
  ['name', '-name'],
)

export const { read: collaboratorFilterOf, isNarrowed } = address

/**
 * The filter of the list of collaborators, read from the address of its page; the list is by name, after one of them or before.
 */
export type CollaboratorFilter = ReturnType<typeof collaboratorFilterOf>

export const collaboratorsHome = '/company/collaborators'

/** The address of the list with this filter, at a cursor range; or of its file. */
export const collaboratorsPath = (
  filter: CollaboratorFilter,
  range?: CursorRange<number>,
  page: string = collaboratorsHome,
): string => address.path(page, filter, range)

/** The words of a search as the database compares them: lower case, without accents. */
export const wordsOf = (search: string | undefined): string[] =>
  (search ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 8)

/** The filter as the query takes it. */
export const selectionOf = (
  { search, type, status, added, invitation }: CollaboratorFilter,
  now: Date = new Date(),
): CollaboratorSelection => ({
  words: wordsOf(search),
  typeId: type === 'none' ? null : type,
  active: status === undefined ? undefined : status === 'active',
  addedFrom: added === undefined ? undefined : startOfDay(addDays(localDayOf(now), 1 - addedDays[added])),
  invitation,
})
