'use client'

import { CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { MerchantPolicy } from '@/lib/policies/policies'
import { setPolicyAction } from '../actions'

export type PolicyOf = {
  readonly merchantId: number
  readonly policy: MerchantPolicy
  readonly value: number | null
  readonly burst: number | null
  /** What the installation has, as a text. */
  readonly usual: string
  /** The first day that can be the last one. */
  readonly today: string
}

/** Sets one policy of a merchant, with its reason and a fresh code. */
export function PolicyDialog({ of, open, onOpenChange }: { of: PolicyOf } & Opened) {
  const t = useTranslations('policies')
  const toast = useToast()
  const { merchantId, policy, value, burst, usual, today } = of
  const hint = policy === 'late_notification' ? t('lateHint') : t('usualHint', { usual })
  return (
    <Dialog title={t('changeTitle', { policy: t(`names.${policy}`) })} open={open} onOpenChange={onOpenChange}>
      <Form
        action={setPolicyAction}
        faults="policies.faults"
        onDone={({ waits }) => {
          onOpenChange(false)
          toast(t(waits ? 'waits' : 'changed'))
        }}
      >
        <input type="hidden" name="merchantId" value={merchantId} />
        <input type="hidden" name="policy" value={policy} />
        <Field name="value" label={t(`units.${policy}`)} hint={hint} optional={policy !== 'late_notification'}>
          <Input inputMode="numeric" autoComplete="off" maxLength={9} defaultValue={value ?? ''} className="max-w-44" />
        </Field>
        {policy === 'calls' ? (
          <Field name="burst" label={t('burst')} hint={t('burstHint')} optional>
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              defaultValue={burst ?? ''}
              className="max-w-44"
            />
          </Field>
        ) : null}
        <Field name="until" label={t('until')} hint={t('untilHint')} optional>
          <DateInput min={today} />
        </Field>
        <Field name="reason" label={t('reason')} hint={t('reasonHint')}>
          <Textarea required rows={2} maxLength={500} />
        </Field>
        <CodeField label={t('code')} hint={t('codeHint')} />
        <FormFooter submit={t('change')} />
      </Form>
    </Dialog>
  )
}
