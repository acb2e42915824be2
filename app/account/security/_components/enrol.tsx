'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { CodeInput, PasswordInput } from '@/components/ui/input'
import type { TotpSetup } from '@/lib/accounts/enrol-two-step'
import { QrCode } from '../../../_components/qr-code'
import { beginTwoStepAction, confirmTwoStepAction } from '../../actions'

const faults = 'accountFaults'

/** A heading that takes the focus when its step begins, so that a screen reader says where one is. */
export function StepHeading({ title, lead }: { title: string; lead: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {title}
      </h2>
      <p className="mt-1 max-w-[60ch] text-sm text-pretty text-muted">{lead}</p>
    </div>
  )
}

export function BeginForm(props: {
  enrolled: boolean
  email: string
  onBegun: (setup: TotpSetup) => void
  onCancel: () => void
}) {
  const t = useTranslations('account')
  return (
    <>
      {props.enrolled ? (
        <StepHeading title={t('replaceTitle')} lead={t('replaceLead')} />
      ) : (
        <StepHeading title={t('beginTitle')} lead={t('beginLead')} />
      )}
      <Form action={beginTwoStepAction} faults={faults} onDone={props.onBegun} className="max-w-sm">
        <input type="text" hidden name="username" autoComplete="username" value={props.email} readOnly />
        <Field name="password" label={t('currentPassword')}>
          <PasswordInput required />
        </Field>
        {props.enrolled ? (
          <Field name="code" label={t('currentCode')} hint={t('currentCodeHint')}>
            <CodeInput inputMode="text" maxLength={20} required />
          </Field>
        ) : null}
        <StepButtons submit={t('continue')} onCancel={props.onCancel} />
      </Form>
    </>
  )
}

export function ConfirmSetup(props: {
  setup: TotpSetup
  onConfirmed: (codes: readonly string[]) => void
  onCancel: () => void
}) {
  const t = useTranslations('account')
  const { secret, uri } = props.setup
  return (
    <>
      <StepHeading title={t('scanTitle')} lead={t('scanLead')} />
      <div className="flex flex-col gap-6 sm:flex-row">
        <QrCode text={uri} label={t('qrLabel')} />
        <div className="flex min-w-0 flex-col gap-5">
          <div className="text-sm">
            <p className="text-muted">{t('typeSecret')}</p>
            <div className="mt-1 flex items-center gap-2">
              <code className="min-w-0 font-mono text-sm break-words">{secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton text={secret} label={t('copySecret')} />
            </div>
          </div>
          <Form action={confirmTwoStepAction} faults={faults} onDone={props.onConfirmed}>
            <p className="text-sm">{t('confirmLead')}</p>
            <Field name="code" label={t('code')}>
              <CodeInput maxLength={7} required className="max-w-48" />
            </Field>
            <StepButtons submit={t('confirm')} onCancel={props.onCancel} />
          </Form>
        </div>
      </div>
    </>
  )
}

function StepButtons({ submit, onCancel }: { submit: string; onCancel: () => void }) {
  const ui = useTranslations('ui')
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary">
        {submit}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {ui('cancel')}
      </Button>
    </div>
  )
}
