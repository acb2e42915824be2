import { allPermissions, type Permission } from '@/lib/accounts/permissions'
import type { Language } from '@/lib/language/language'
import { type Messages, messages } from './messages'

type Key = keyof Messages['permissions']

/** What the permissions are called in that language. */
export function permissionNamesIn(language: Language): Readonly<Record<Permission, string>> {
  const names = messages[language].permissions
  const named = allPermissions.map((permission) => [permission, names[permission.replaceAll('.', '_') as Key]])
  return Object.fromEntries(named)
}
