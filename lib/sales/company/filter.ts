import { bigintId, idOrNone, integerId, parameter } from '@/lib/kernel/address'
import { type CursorRange, cursorFormat, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { type Period, periodParameter } from '@/lib/language/periods'

export const defaultPeriod: Period = { kind: 'last_30_days' }

const address = listAddressOf(
  {
    period: periodParameter(defaultPeriod),
    merchantId: parameter('merchant', integerId),
    /** `none` stands for people without a type. A person's type is the one that they have today. */
    type: parameter('type', idOrNone),
    collaboratorId: parameter('collaborator', bigintId),
  },
  cursorFormat,
  timeSorts,
)

export const { read: companyConsumptionsFilterOf, isNarrowed } = address

/** What the list of a company's consumptions is narrowed to, as the address of its page says it. */
export type CompanyConsumptionsFilter = ReturnType<typeof companyConsumptionsFilterOf>

export const companyConsumptionsPage = '/company/consumptions'

/** The address of the list with that filter, at that place, or of its file. */
export const companyConsumptionsPath = (
  filter: Omit<CompanyConsumptionsFilter, keyof CursorRange>,
  range?: CursorRange,
  page: string = companyConsumptionsPage,
): string => address.path(page, filter, range)
