'use client'

import { Fragment, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Checkbox, Radio } from '@/components/ui/choices'
import { FieldGroup } from '@/components/ui/field'
import { type Role, roleOf, rolesOf } from '@/lib/accounts/roles'
import type { Team } from './team'

type Props = { team: Pick<Team, 'kind' | 'choices'>; held?: readonly string[]; keep?: readonly string[] }

/**
 * Chooses what a member may do: a role, or permissions one by one. The reader may leave the member what they hold already
 * (`held`), and cannot take what is in `keep`. The form sends `permissions` alone: a role is only a way to choose them.
 */
export function RolePicker({ team: { kind, choices }, held = [], keep = [] }: Props) {
  const t = useTranslations('team')
  const known = roleOf(kind, held)
  const [role, setRole] = useState<Role | 'custom' | undefined>(known === 'none' ? undefined : known)
  const mayGive = (value: string) =>
    choices.some((choice) => choice.value === value && (choice.mine || choice.unheld)) || held.includes(value)
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
  return (
    <>
      <FieldGroup name="permissions" label={t('role')} hint={t('onlyYours')}>
        {rolesOf[kind].map(([name, permissions]) => {
          const beyond = permissions.some((permission) => !mayGive(permission))
          const takes = keep.some((kept) => !permissions.some((permission) => permission === kept))
          return (
            <Radio
              key={name}
              name="role"
              value={name}
              label={t(`roles.${name}`)}
              hint={beyond ? t('roleNotYours') : takes ? t('roleTakesLast') : permissions.map(labelOf).join(' · ')}
              disabled={beyond || takes}
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
          {choices.map(({ value, label, unheld }) => {
            const kept = keep.includes(value)
            const hint = kept ? t('keeps') : unheld ? t('nobodys') : mayGive(value) ? undefined : t('notYours')
            return (
              <Fragment key={value}>
                <Checkbox
                  name="permissions"
                  value={value}
                  label={label}
                  hint={hint}
                  defaultChecked={held.includes(value)}
                  disabled={kept || !mayGive(value)}
                />
                {/* The browser does not send a disabled checkbox. */}
                {kept ? <input type="hidden" name="permissions" value={value} /> : null}
              </Fragment>
            )
          })}
        </FieldGroup>
      ) : (
        rolesOf[kind]
          .flatMap(([name, permissions]) => (name === role ? permissions : []))
          .map((permission) => <input key={permission} type="hidden" name="permissions" value={permission} />)
      )}
    </>
  )
}
