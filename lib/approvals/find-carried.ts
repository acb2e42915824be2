import { operatorInvitation } from '@/lib/accounts/invite-operator'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { ApprovalKind } from './kinds'
import type { Carried, Registry } from './registry'

const registry: Registry = {
  invite_operator: operatorInvitation as unknown as Carried<never>,
}

/** How something of that kind is done. Throws `not_found` for one that cannot be done here. */
export function carriedOf(kind: ApprovalKind): Carried<unknown> {
  const found = registry[kind]
  if (!found) throw new OfficeFault('not_found')
  return found as unknown as Carried<unknown>
}
