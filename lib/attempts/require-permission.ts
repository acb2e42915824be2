import { OfficeFault } from '@/lib/kernel/office-fault'

/** Throws `permission_missing` to a member without it, as their session was read for this request. */
export function requirePermission<Permission extends string>(
  member: { readonly permissions: readonly Permission[] },
  permission: NoInfer<Permission>,
): void {
  if (!member.permissions.includes(permission)) throw new OfficeFault('permission_missing')
}
