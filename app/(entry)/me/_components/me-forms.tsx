'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { enterAction, mailLinkAction } from '../actions'

const faults = 'accountFaults'

export function MailLinkForm() {
  const t = useTranslations('me')
  return (
    <Form action={mailLinkAction} faults={faults}>
      <Field name="email" label={t('email')}>
        <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} required />
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        {t('sendLink')}
      </Button>
    </Form>
  )
}

export function EnterForm({ token }: { token: string }) {
  const t = useTranslations('me')
  return (
    <Form action={enterAction} faults={faults}>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" className="w-full">
        {t('enter')}
      </Button>
    </Form>
  )
}
