import { z } from 'zod'
import { emailSchema } from './email'
import { type MerchantPermission, merchantPermissions } from './permissions'

/** At least one permission, each once, in the order of `merchantPermissions`. */
export const permissionsSchema = z
  .array(z.enum(merchantPermissions))
  .min(1, 'permissions_required')
  .transform((given) => merchantPermissions.filter((permission) => given.includes(permission)))

export const invitationSchema = z.object({ email: emailSchema, permissions: permissionsSchema })

export type InvitationDraft = { readonly email: string; readonly permissions: readonly MerchantPermission[] }
