'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choices'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { inviteAction } from '../actions'

type Choice = { readonly value: string; readonly label: string; readonly mine: boolean }

export function InviteDialog({ choices }: { choices: readonly Choice[] }) {
  const t = useTranslations('team')
  const ui = useTranslations('ui')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('inviteTitle')}
      description={t('inviteLead')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<UserPlus aria-hidden />}>
          {t('invite')}
        </Button>
      }
    >
      <Form
        action={inviteAction}
        faults="accountFaults"
        onDone={() => {
          setOpen(false)
          toast(t('invited'))
        }}
      >
        <Field name="email" label={t('email')} hint={t('emailHint')}>
          <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
        </Field>
        <FieldGroup name="permissions" label={t('permissions')} hint={t('onlyYours')}>
          {choices.map(({ value, label, mine }) => (
            <Checkbox
              key={value}
              name="permissions"
              value={value}
              label={label}
              disabled={!mine}
              {...(mine ? {} : { hint: t('notYours') })}
            />
          ))}
        </FieldGroup>
        <DialogFooter>
          <DialogClose>
            <Button>{ui('cancel')}</Button>
          </DialogClose>
          <Button type="submit" variant="primary">
            {t('inviteSend')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
