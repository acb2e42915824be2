import {
  type CompanyPermission,
  companyPermissions,
  type MerchantPermission,
  merchantPermissions,
} from '@/lib/accounts/permissions'
import type { Language } from '@/lib/language/language'
import { type Messages, messages } from './messages'

type Key = keyof Messages['permissions']

/** What the permissions are called in that language. */
export function permissionNamesIn(
  language: Language,
): Readonly<Record<MerchantPermission | CompanyPermission, string>> {
  const names = messages[language].permissions
  const named = [...merchantPermissions, ...companyPermissions].map((permission) => [
    permission,
    names[permission.replaceAll('.', '_') as Key],
  ])
  return Object.fromEntries(named)
}
