'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Checkbox, Field, FieldGroup, Form, FormFooter, Input, RadioGroup } from '@/components/ui/in-dialog'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { createClient, createKey } from '../actions'
import type { Addresses, NewSecret } from '../new-secret'
import { SecretDialog } from './secret-dialog'

type NewCredentialProps = {
  kind: NewSecret['kind']
  addresses: Addresses
  needsCode: boolean
  disabledReason: string | undefined
  /** For keys: the choices of how many days the key is valid, each with its expiry date. */
  validities?: readonly { value: string; label: string }[]
}

/** The button that makes a new credential, its form, and the resulting secret. */
export function NewCredential({ kind, addresses, disabledReason, ...form }: NewCredentialProps) {
  const t = useTranslations('integrations')
  const [open, setOpen] = useState(false)
  const isKey = kind === 'api_key'
  return (
    <SecretDialog
      open={open}
      onOpenChange={setOpen}
      title={t(isKey ? 'newKey.title' : 'newClient.title')}
      description={t(isKey ? 'newKey.text' : 'newClient.text')}
      secretTitle={t(isKey ? 'secret.keyTitle' : 'secret.clientTitle')}
      addresses={addresses}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={disabledReason}>
          {t(isKey ? 'keys.create' : 'clients.create')}
        </Button>
      }
    >
      {(onSecret) => <NewCredentialForm kind={kind} {...form} onSecret={onSecret} />}
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
