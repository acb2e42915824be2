'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { CodeInput, PasswordInput } from '@/components/ui/input'
import { disableTwoStepAction, renewRecoveryCodesAction } from '../../actions'

const faults = 'accountFaults'

export function RenewDialog({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const t = useTranslations('account')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('renewTitle')}
      description={t('renewLead')}
      size="small"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>{t('renew')}</Button>}
    >
      <Form
        action={renewRecoveryCodesAction}
        faults={faults}
        onDone={(codes) => {
          setOpen(false)
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

export function DisableDialog({ office, onDisabled }: { office: string; onDisabled: () => void }) {
  const t = useTranslations('account')
  const [open, setOpen] = useState(false)
  return (
    <AlertDialog
      title={t('disableTitle')}
      description={t('disableLead', { office })}
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">{t('disable')}</Button>}
    >
      <Form
        action={disableTwoStepAction}
        faults={faults}
        onDone={() => {
          setOpen(false)
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
