'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Checkbox, RadioGroup } from '@/components/ui/choices'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { createClient, createKey } from '../actions'
import type { Addresses, NewSecret } from '../new-secret'
import { SecretDialog } from './secret-dialog'

export type NewCredentialProps = {
  kind: NewSecret['kind']
  addresses: Addresses
  needsCode: boolean
  /** For keys: the choices of how many days the key is valid, each with its expiry date. */
  validities?: readonly { value: string; label: string }[]
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
  props: Pick<NewCredentialProps, 'kind' | 'needsCode' | 'validities'> & { onSecret: (secret: NewSecret) => void },
) {
  const t = useTranslations('integrations')
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form<NewSecret>
      action={props.kind === 'api_key' ? createKey : createClient}
      faults="integrations.faults"
      onDone={props.onSecret}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <Field name="name" label={t('fields.name')} hint={t('fields.nameHint')}>
        <Input required maxLength={60} autoComplete="off" />
      </Field>
      <FieldGroup name="permissions" label={t('fields.permissions')}>
        <Checkbox
          name="permissions"
          value="core.integrations"
          defaultChecked
          label={t('permissions.core_integrations')}
          hint={t('permissionHints.core_integrations')}
        />
        <Checkbox
          name="permissions"
          value="core.consumptions.read"
          label={t('permissions.core_consumptions_read')}
          hint={t('permissionHints.core_consumptions_read')}
        />
      </FieldGroup>
      {props.validities === undefined ? null : (
        <FieldGroup name="validityDays" label={t('fields.validity')}>
          <RadioGroup
            name="validityDays"
            options={props.validities}
            defaultValue="90"
            className="sm:grid sm:grid-cols-2"
          />
        </FieldGroup>
      )}
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t(props.kind === 'api_key' ? 'newKey.submit' : 'newClient.submit')} />
    </Form>
  )
}
