'use client'

import { useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Checkbox, Radio } from '@/components/ui/choices'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { Opened } from '@/components/ui/opener'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { createClient, createKey } from '../actions'
import type { Addresses, NewSecret } from '../new-secret'
import { SecretDialog } from './secret-dialog'

/** `ends` is the moment of the key's end, `together` are the names of keys that end on the same day; `instead` is the choice that ends alone. */
export type Choice = {
  value: string
  label: string
  ends: string
  together: string | undefined
  count: number
  instead: string | undefined
}

export type NewCredentialProps = {
  kind: NewSecret['kind']
  addresses: Addresses
  needsCode: boolean
  /** For keys: the choices of how many days the key is valid, each with the moment of its end. */
  validities?: readonly Choice[]
  /** What the form proposes. */
  draft?: { name: string; permissions: readonly string[]; validityDays: number }
}

/** The form that makes a new credential, and the resulting secret. */
export function NewCredentialDialog(props: NewCredentialProps & Opened) {
  const { kind, addresses, open, onOpenChange, ...form } = props
  const t = useTranslations('integrations')
  const isKey = kind === 'api_key'
  return (
    <SecretDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(isKey ? 'newKey.title' : 'newClient.title')}
      description={t(isKey ? 'newKey.text' : 'newClient.text')}
      secretTitle={t(isKey ? 'secret.keyTitle' : 'secret.clientTitle')}
      addresses={addresses}
    >
      {(onSecret) => <NewCredentialForm {...form} kind={kind} onSecret={onSecret} />}
    </SecretDialog>
  )
}

function NewCredentialForm(
  props: Pick<NewCredentialProps, 'kind' | 'needsCode' | 'validities' | 'draft'> & {
    onSecret: (secret: NewSecret) => void
  },
) {
  const t = useTranslations('integrations')
  const { draft } = props
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form<NewSecret>
      action={props.kind === 'api_key' ? createKey : createClient}
      faults="integrations.faults"
      onDone={props.onSecret}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <Field name="name" label={t('fields.name')} hint={t('fields.nameHint')}>
        <Input required maxLength={60} autoComplete="off" defaultValue={draft?.name} />
      </Field>
      <FieldGroup name="permissions" label={t('fields.permissions')}>
        <Checkbox
          name="permissions"
          value="core.integrations"
          defaultChecked={draft === undefined || draft.permissions.includes('core.integrations')}
          label={t('permissions.core_integrations')}
          hint={t('permissionHints.core_integrations')}
        />
        <Checkbox
          name="permissions"
          value="core.consumptions.read"
          defaultChecked={draft?.permissions.includes('core.consumptions.read')}
          label={t('permissions.core_consumptions_read')}
          hint={t('permissionHints.core_consumptions_read')}
        />
      </FieldGroup>
      {props.validities === undefined ? null : (
        <ValidityField choices={props.validities} proposed={draft?.validityDays ?? 90} />
      )}
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t(props.kind === 'api_key' ? 'newKey.submit' : 'newClient.submit')} />
    </Form>
  )
}

/** How long a key is valid. Keys that end on one day leave their tills without access together: then another day is proposed. */
function ValidityField({ choices, proposed }: { choices: readonly Choice[]; proposed: number }) {
  const t = useTranslations('integrations.fields')
  const [chosen, setChosen] = useState(String(proposed))
  const group = useRef<HTMLDivElement>(null)
  const { together, count, instead } = choices.find(({ value }) => value === chosen) ?? {}
  return (
    <FieldGroup name="validityDays" label={t('validity')} hint={t('validityHint')}>
      <div ref={group} className="flex flex-col gap-2.5 sm:grid sm:grid-cols-2">
        {choices.map(({ value, label, ends }) => (
          <Radio
            key={value}
            name="validityDays"
            value={value}
            label={label}
            hint={ends}
            checked={value === chosen}
            onChange={() => setChosen(value)}
          />
        ))}
      </div>
      <div role="status">
        {together === undefined ? null : (
          <Notice
            tone="warning"
            action={
              instead === undefined ? undefined : (
                <Button
                  onClick={() => {
                    setChosen(instead)
                    // The button goes with the notice: the focus stays in the question.
                    group.current?.querySelector<HTMLElement>(`input[value="${instead}"]`)?.focus()
                  }}
                >
                  {t('choose', { days: instead })}
                </Button>
              )
            }
          >
            <p className="wrap-anywhere">{t('together', { names: together, count: count ?? 0 })}</p>
          </Notice>
        )}
      </div>
    </FieldGroup>
  )
}
