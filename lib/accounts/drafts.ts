import * as z from 'zod'
import { emailSchema } from './email'
import { companyPermissions, merchantPermissions, operatorPermissions, type Permission } from './permissions'

/** At least one permission of a team, each once, in their order. */
const someOf = <const Known extends readonly Permission[]>(known: Known) =>
  z
    .array(z.enum(known))
    .min(1, 'permissions_required')
    .transform((given) => known.filter((permission) => given.some((one) => one === permission)))

const userId = z.coerce.number().int().min(1).max(2_147_483_647)

/** The permissions that the asker saw the member hold: of two changes of one member at once, the second is refused. */
const seen = z.string().max(500)

/** What the forms of a team send, whose members can be given these permissions. */
const draftsOf = <const Known extends readonly Permission[]>(known: Known) => {
  const permissions = someOf(known)
  return {
    invitation: z.object({ email: emailSchema, permissions }),
    change: z.object({ userId, seen, permissions }),
  }
}

export const teamDrafts = {
  merchant: draftsOf(merchantPermissions),
  company: draftsOf(companyPermissions),
  operator: draftsOf(operatorPermissions),
}

export const memberRemoval = z.object({ userId, seen })
export const invitationWithdrawal = z.object({ invitationId: z.coerce.number().int().min(1).max(2_147_483_647) })

export type InvitationDraft = { readonly email: string; readonly permissions: readonly Permission[] }
