import { OfficeFault } from '@/lib/kernel/office-fault'

/** Throws `permission_missing` when the member lacks it in the session that was read for this request. */
export function requirePermission<Permission extends string>(
  member: { readonly permissions: readonly Permission[] },
  permission: NoInfer<Permission>,
): void {
  if (!member.permissions.includes(permission)) throw new OfficeFault('permission_missing')
}
