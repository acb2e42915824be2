import type { SaleSearch } from '@/db/queries/offices/sales'
import { codeOf } from './consumptions/filter'

/** Searches for the whole text first. Only a text that is nobody's code or reference is taken for the beginning of one. */
export async function decideSearch(
  text: string | undefined,
  isFound: (whole: SaleSearch) => Promise<boolean>,
): Promise<SaleSearch | undefined> {
  if (text === undefined) return undefined
  const whole = { kind: 'whole', text, code: codeOf(text) } as const
  return (await isFound(whole)) ? whole : { kind: 'beginning', text }
}
