'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox, Radio } from '@/components/ui/choices'
import { FieldGroup } from '@/components/ui/field'
import { type MerchantRole, merchantRoleNames, merchantRoles, roleOf } from '@/lib/accounts/roles'

/** A permission, by its name; `mine` when whoever chooses holds it, and so may give it. */
export type Choice = { readonly value: string; readonly label: string; readonly mine: boolean }

/**
 * What somebody may do: a role, or permissions one by one. What they hold already stays open to them, whoever chooses. The form gets
 * `permissions` alone: a role is a way to choose them.
 */
export function RolePicker({ choices, held = [] }: { choices: readonly Choice[]; held?: readonly string[] }) {
  const t = useTranslations('team')
  const known = roleOf(held)
  const [role, setRole] = useState<MerchantRole | 'custom' | undefined>(known === 'none' ? undefined : known)
  const mayGive = (value: string) =>
    choices.some((choice) => choice.value === value && choice.mine) || held.includes(value)
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
  return (
    <>
      <FieldGroup name="permissions" label={t('role')} hint={t('onlyYours')}>
        {merchantRoleNames.map((name) => {
          const beyond = merchantRoles[name].some((permission) => !mayGive(permission))
          return (
            <Radio
              key={name}
              name="role"
              value={name}
              label={t(`roles.${name}`)}
              hint={beyond ? t('roleNotYours') : merchantRoles[name].map(labelOf).join(' · ')}
              disabled={beyond}
              checked={role === name}
              onChange={() => setRole(name)}
            />
          )
        })}
        <Radio
          name="role"
          value="custom"
          label={t('roles.custom')}
          hint={t('customHint')}
          checked={role === 'custom'}
          onChange={() => setRole('custom')}
        />
      </FieldGroup>
      {role === 'custom' ? (
        <FieldGroup name="custom" label={t('permissions')}>
          {choices.map(({ value, label }) => (
            <Checkbox
              key={value}
              name="permissions"
              value={value}
              label={label}
              defaultChecked={held.includes(value)}
              disabled={!mayGive(value)}
              {...(mayGive(value) ? {} : { hint: t('notYours') })}
            />
          ))}
        </FieldGroup>
      ) : (
        (role === undefined ? [] : merchantRoles[role]).map((permission) => (
          <input key={permission} type="hidden" name="permissions" value={permission} />
        ))
      )}
    </>
  )
}
