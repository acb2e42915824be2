'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { AlertDialog, Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { CodeInput, PasswordInput } from '@/components/ui/input'
import { disableTwoStepAction, renewRecoveryCodesAction } from '../../actions'

const faults = 'accountFaults'

export function RenewDialog({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const t = useTranslations('account')
  const ui = useTranslations('ui')
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
        <DialogFooter>
          <DialogClose>
            <Button>{ui('cancel')}</Button>
          </DialogClose>
          <Button type="submit" variant="primary">
            {t('renew')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

export function DisableDialog({ onDisabled }: { onDisabled: () => void }) {
  const t = useTranslations('account')
  const ui = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <AlertDialog
      title={t('disableTitle')}
      description={t('disableLead')}
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
        <DialogFooter>
          <DialogClose>
            <Button>{ui('cancel')}</Button>
          </DialogClose>
          <Button type="submit" variant="danger">
            {t('disable')}
          </Button>
        </DialogFooter>
      </Form>
    </AlertDialog>
  )
}
