import type { AccountContext, OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { IdentificationKeys } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** What the verbs of a sandbox work with. */
export type SandboxContext = OfficeContext &
  Pick<AccountContext, 'now' | 'environment'> & { readonly identificationKeys: IdentificationKeys }

/** Whoever connects a till prepares what it is tried with. */
export const sandboxPermission = integrationsPermission

/** Throws `test_environment_only`: in production there is no sandbox (D67). */
export function requireTestEnvironment({ environment }: Pick<SandboxContext, 'environment'>): void {
  if (environment !== 'test') throw new OfficeFault('test_environment_only')
}
