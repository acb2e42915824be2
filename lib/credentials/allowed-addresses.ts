import { type Networks, readNetworks } from '@/lib/kernel/networks'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** Most addresses and networks of one credential. */
export const allowedAddressesMax = 50

/** What was read before, by its text: a till's calls come again and again. */
const read = new Map<string, Networks | undefined>()
const readMax = 1_000

function networksOf(rules: readonly string[]): Networks | undefined {
  const text = rules.join()
  const known = read.get(text)
  if (known !== undefined) return known
  if (read.size >= readMax) read.clear()
  const networks = readNetworks(text)
  read.set(text, networks)
  return networks
}

/**
 * Whether a credential with these rules is accepted from an address (ADR-0041). Without rules from anywhere, and the address is not
 * asked for. With them an address that is not known is refused, and every address by rules that can't be read.
 */
export function isAllowedFrom(rules: readonly string[] | null, from: () => string | null): boolean {
  if (rules === null) return true
  const address = from()
  return address !== null && networksOf(rules)?.holds(address) === true
}

/** Throws `too_many_addresses`, or `address_invalid` with the first that is neither an address nor a network. */
export function checkAddresses(addresses: readonly string[]): void {
  const field = 'addresses'
  if (addresses.length > allowedAddressesMax)
    throw new OfficeFault('too_many_addresses', { field, values: { max: allowedAddressesMax } })
  const wrong = addresses.find((address) => readNetworks(address) === undefined)
  if (wrong !== undefined) throw new OfficeFault('address_invalid', { field, values: { address: wrong } })
}
