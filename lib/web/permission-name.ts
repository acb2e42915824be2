import {
  type CompanyPermission,
  companyPermissions,
  type MerchantPermission,
  merchantPermissions,
} from '@/lib/accounts/permissions'
import type { Messages } from '@/lib/messages/messages'
import { translations } from './translations'

type Key = keyof Messages['permissions']

/** What the permissions are called, in the reader's language. */
export async function permissionNames(): Promise<Readonly<Record<MerchantPermission | CompanyPermission, string>>> {
  const t = await translations('permissions')
  const named = [...merchantPermissions, ...companyPermissions].map((permission) => [
    permission,
    t(permission.replaceAll('.', '_') as Key),
  ])
  return Object.fromEntries(named)
}
