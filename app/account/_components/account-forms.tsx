'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, PasswordInput, Select } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { passwordLength } from '@/lib/accounts/length'
import { type Language, languages } from '@/lib/language/language'
import { changePasswordAction, saveProfileAction } from '../actions'

const faults = 'accountFaults'

export function ProfileForm({ name, email, language }: { name: string; email: string; language: Language }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const toast = useToast()
  return (
    <Form action={saveProfileAction} faults={faults} onDone={() => toast(t('saved'))} className="max-w-md">
      <Field name="name" label={t('name')}>
        <Input autoComplete="name" defaultValue={name} maxLength={200} required />
      </Field>
      <Field name="email" label={t('email')}>
        <Input type="email" value={email} readOnly className="bg-surface! text-muted!" />
      </Field>
      <Field name="language" label={t('language')} hint={t('languageHint')}>
        <Select
          key={language}
          defaultValue={language}
          options={languages.map((value) => ({ value, label: common(`languages.${value}`) }))}
        />
      </Field>
      <Button type="submit" variant="primary" className="self-start">
        {t('save')}
      </Button>
    </Form>
  )
}

export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('account')
  const toast = useToast()
  // A new form after each change, so that no password stays on the page.
  const [round, setRound] = useState(0)
  return (
    <Form
      key={round}
      action={changePasswordAction}
      faults={faults}
      onDone={() => {
        toast(t('changed'))
        setRound(round + 1)
      }}
      className="max-w-md"
    >
      <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
      <Field name="password" label={t('currentPassword')}>
        <PasswordInput required />
      </Field>
      <Field name="newPassword" label={t('newPassword')} hint={t('newPasswordHint')}>
        <PasswordInput autoComplete="new-password" minLength={passwordLength.min} required />
      </Field>
      <Button type="submit" variant="primary" className="self-start">
        {t('changePassword')}
      </Button>
    </Form>
  )
}
