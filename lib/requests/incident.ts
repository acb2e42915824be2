import { credentialFormat } from '@/lib/credentials/reference'
import { oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { requestIdFormat } from './filter'

/** What an incident sheet is about, as its address says it: a credential, and so many hours until now. */

/** Hours; calls are kept for 30 days. */
export const incidentHours = ['1', '6', '24', '72', '168'] as const

export const incidentPage = '/portal/integrations/incident'

const address = listAddressOf(
  {
    credential: parameter('credential', credentialFormat),
    hours: parameter('hours', oneOf(incidentHours), '24'),
  },
  requestIdFormat,
  timeSorts,
)

export const incidentFilterOf = address.read

export type IncidentFilter = ReturnType<typeof incidentFilterOf>

export const incidentPath = (
  filter: Omit<IncidentFilter, keyof CursorRange>,
  range?: CursorRange<string>,
  page: string = incidentPage,
): string => address.path(page, filter, range)

/** Where its hours begin. */
export const beginOf = ({ hours }: Pick<IncidentFilter, 'hours'>, now: Date): Date =>
  new Date(now.getTime() - Number(hours) * 3_600_000)
