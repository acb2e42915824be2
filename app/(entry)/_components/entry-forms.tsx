'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { CodeInput, Input, PasswordInput } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { passwordLength } from '@/lib/accounts/length'
import {
  acceptAsNewUserAction,
  acceptAsUserAction,
  forgotAction,
  resetAction,
  signInAction,
  verifyAction,
} from '../actions'

const faults = 'accountFaults'

const Submit = ({ label }: { label: string }) => (
  <Button type="submit" variant="primary" className="w-full">
    {label}
  </Button>
)

/** Tells a password manager whose password it is; the page says it in words. */
const Username = ({ email }: { email: string }) => (
  <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
)

export function SignInForm({ next }: { next: string }) {
  const t = useTranslations('entry')
  return (
    <Form action={signInAction} faults={faults}>
      <input type="hidden" name="next" value={next} />
      <Field name="email" label={t('email')}>
        <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
      </Field>
      <Field name="password" label={t('password')}>
        <PasswordInput required />
      </Field>
      <Submit label={t('signIn')} />
      <p className="text-center text-sm">
        <Link href="/forgot-password">{t('forgot')}</Link>
      </p>
    </Form>
  )
}

export function VerifyForm({ next, by }: { next: string; by: 'app' | 'recovery' }) {
  const t = useTranslations('entry')
  return (
    <Form action={verifyAction} faults={faults}>
      <input type="hidden" name="next" value={next} />
      <Field name="code" label={by === 'app' ? t('code') : t('recoveryCode')}>
        {by === 'app' ? (
          <CodeInput maxLength={7} required />
        ) : (
          <CodeInput inputMode="text" autoComplete="off" maxLength={20} placeholder="XXXX-XXXX-XXXX" required />
        )}
      </Field>
      <Submit label={t('verify')} />
    </Form>
  )
}

export function ForgotForm() {
  const t = useTranslations('entry')
  return (
    <Form action={forgotAction} faults={faults}>
      <Field name="email" label={t('email')}>
        <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
      </Field>
      <Submit label={t('sendLink')} />
    </Form>
  )
}

function NewPassword() {
  const t = useTranslations('entry')
  return (
    <Field name="newPassword" label={t('newPassword')} hint={t('newPasswordHint')}>
      <PasswordInput autoComplete="new-password" minLength={passwordLength.min} required />
    </Field>
  )
}

export function ResetForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations('entry')
  return (
    <Form action={resetAction} faults={faults}>
      <input type="hidden" name="token" value={token} />
      <Username email={email} />
      <NewPassword />
      <Submit label={t('savePassword')} />
    </Form>
  )
}

export function NewAccountForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations('entry')
  return (
    <Form action={acceptAsNewUserAction} faults={faults}>
      <input type="hidden" name="token" value={token} />
      <Username email={email} />
      <Field name="name" label={t('name')}>
        <Input autoComplete="name" maxLength={200} required />
      </Field>
      <NewPassword />
      <Submit label={t('createAccount')} />
    </Form>
  )
}

export function AcceptForm({ token }: { token: string }) {
  const t = useTranslations('entry')
  return (
    <Form action={acceptAsUserAction} faults={faults}>
      <input type="hidden" name="token" value={token} />
      <Submit label={t('accept')} />
    </Form>
  )
}
