'use client'

import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { CodeInput, PasswordInput } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { disableTwoStepAction, renewRecoveryCodesAction } from '../../actions'

const faults = 'accountFaults'

export type Renewing = { onRenewed: (codes: readonly string[]) => void }

export function RenewDialog({ onRenewed, open, onOpenChange }: Renewing & Opened) {
  const t = useTranslations('account')
  return (
    <Dialog title={t('renewTitle')} description={t('renewLead')} size="small" open={open} onOpenChange={onOpenChange}>
      <Form
        action={renewRecoveryCodesAction}
        faults={faults}
        onDone={(codes) => {
          onOpenChange(false)
          onRenewed(codes)
        }}
      >
        <Field name="code" label={t('code')}>
          <CodeInput maxLength={7} required />
        </Field>
        <FormFooter submit={t('renew')} />
      </Form>
    </Dialog>
  )
}

export type Disabling = { office: string; onDisabled: () => void }

export function DisableDialog({ office, onDisabled, open, onOpenChange }: Disabling & Opened) {
  const t = useTranslations('account')
  return (
    <AlertDialog
      title={t('disableTitle')}
      description={t('disableLead', { office })}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        action={disableTwoStepAction}
        faults={faults}
        onDone={() => {
          onOpenChange(false)
          onDisabled()
        }}
      >
        <Field name="password" label={t('currentPassword')}>
          <PasswordInput required />
        </Field>
        <Field name="code" label={t('currentCode')} hint={t('currentCodeHint')}>
          <CodeInput inputMode="text" maxLength={20} required />
        </Field>
        <FormFooter submit={t('disable')} danger />
      </Form>
    </AlertDialog>
  )
}
