import { localDayOf } from '@/lib/language/days'

/** The first and last local day of a validity, as a form shows them. */
export const daysOfValidity = ({ validFrom, validTo }: { validFrom: Date; validTo: Date }) => ({
  validFrom: localDayOf(validFrom),
  validTo: localDayOf(new Date(validTo.getTime() - 1)),
})
