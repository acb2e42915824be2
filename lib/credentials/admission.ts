import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { liveCredentialsMax } from './permissions'

/**
 * Checks whether one more credential of a kind may be made, by the names of those that count (D53). Throws `credentials_full`,
 * and `name_taken`, also for a name that differs only in capitals: people would confuse the two.
 */
export function admit(liveNames: readonly string[], name: string): void {
  if (liveNames.length >= liveCredentialsMax)
    throw new OfficeFault('credentials_full', { values: { max: liveCredentialsMax } })
  const folded = foldName(name)
  const taken = liveNames.find((live) => foldName(live) === folded)
  if (taken !== undefined) throw new OfficeFault('name_taken', { field: 'name', values: { name: taken } })
}

/** Throws `confirmation_differs` unless the name was typed correctly; capitals and white space do not matter. */
export function confirm(name: string, confirmation: string): void {
  if (foldName(name) !== foldName(confirmation))
    throw new OfficeFault('confirmation_differs', { field: 'confirmation', values: { name } })
}
