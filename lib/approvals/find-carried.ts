import { operatorInvitation } from '@/lib/accounts/invite-operator'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantDisabling } from '@/lib/network-merchants/propose-disabling'
import { raisedLimit } from '@/lib/policies/raise-limit'
import { personErasure } from '@/lib/privacy/erase-person'
import { personExport } from '@/lib/privacy/export-person'
import type { ApprovalKind } from './kinds'
import type { Carried, Registry } from './registry'

const registry: Registry = {
  disable_merchant: merchantDisabling as unknown as Carried<never>,
  export_data: personExport as unknown as Carried<never>,
  erase_person: personErasure as unknown as Carried<never>,
  invite_operator: operatorInvitation as unknown as Carried<never>,
  raise_limit: raisedLimit as unknown as Carried<never>,
}

/** How something of that kind is done. Throws `not_found` for one that cannot be done here. */
export function carriedOf(kind: ApprovalKind): Carried<unknown> {
  const found = registry[kind]
  if (!found) throw new OfficeFault('not_found')
  return found as unknown as Carried<unknown>
}
