import { type Asked, bigintId, type Format, idOrNone, integerId, parameter } from '@/lib/kernel/address'
import { type CursorRange, cursorFormat, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { type Period, periodParameter } from '@/lib/language/periods'
import { atAllTimes, wholeCodeOf, withoutPeriod } from '@/lib/sales/consumptions/filter'

export const defaultPeriod: Period = { kind: 'last_30_days' }

/** A code in full, and nothing else that somebody may type: an identification never stands in an address (D32). */
const wholeCode: Format<string> = { read: wholeCodeOf, write: (code) => code }

const address = listAddressOf(
  {
    search: parameter('q', wholeCode),
    period: periodParameter(defaultPeriod),
    merchantId: parameter('merchant', integerId),
    /** `none` stands for people without a type. A person's type is the one that they have today. */
    type: parameter('type', idOrNone),
    collaboratorId: parameter('collaborator', bigintId),
  },
  cursorFormat,
  timeSorts,
)

export const { isNarrowed } = address

/** What the list of a company's consumptions is narrowed to, as the address of its page says it. */
export type CompanyConsumptionsFilter = ReturnType<typeof address.read>

export const companyConsumptionsFilterOf = (asked: Asked): CompanyConsumptionsFilter => atAllTimes(address.read(asked))

export const companyConsumptionsPage = '/company/consumptions'

/** The address of the list with that filter, at that place, or of its file. */
export const companyConsumptionsPath = (
  filter: Omit<CompanyConsumptionsFilter, keyof CursorRange>,
  range?: CursorRange,
  page: string = companyConsumptionsPage,
): string => address.path(page, withoutPeriod(filter), range)
