'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { asksForCode, CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/choices'
import { DateInput } from '@/components/ui/date-input'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Select, Textarea } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import type { LocalDay } from '@/lib/language/days'
import type { DisablingCause } from '@/lib/network-merchants/disabling'
import type { Action } from '@/lib/web/action'
import type { Led } from '../../_components/act-dialog'

type Props = {
  readonly merchant: { readonly id: number; readonly name: string }
  readonly causes: readonly DisablingCause[]
  readonly days: { readonly first: LocalDay; readonly last: LocalDay }
  readonly action: Action<Led>
  readonly needsCode: boolean
}

/** The order that disables a merchant: why, what its people read, and from when. */
export function DisableForm({ merchant, causes, days, action, needsCode: asked }: Props) {
  const t = useTranslations('operatorMerchants')
  const shared = useTranslations('operatorTenants')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(asked)
  return (
    <Form<Led>
      action={action}
      faults="operatorFaults"
      onDone={(done) => {
        toast(t('disable.done'))
        if (done?.href !== undefined) router.push(done.href)
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <input type="hidden" name="merchantId" value={merchant.id} />
      <Field name="cause" label={t('disable.cause')}>
        <Select
          required
          placeholder={t('disable.causeChoose')}
          options={causes.map((value) => ({ value, label: t(`causes.${value}`) }))}
        />
      </Field>
      <Field name="message" label={t('disable.message')} hint={t('disable.messageHint')}>
        <Textarea required rows={4} maxLength={1000} />
      </Field>
      <FieldGroup name="when" label={t('disable.when')}>
        <div className="group/when flex flex-col gap-3">
          <RadioGroup
            name="when"
            defaultValue="now"
            options={[
              { value: 'now', label: t('disable.now') },
              { value: 'later', label: t('disable.later'), hint: t('disable.laterHint') },
            ]}
          />
          <div className="hidden gap-3 pl-7 group-has-[[value=later]:checked]/when:grid sm:grid-cols-2">
            <Field name="day" label={t('disable.day')}>
              <DateInput min={days.first} max={days.last} />
            </Field>
            <Field name="time" label={t('disable.time')} hint={t('disable.timeHint')}>
              <Input inputMode="numeric" maxLength={5} autoComplete="off" defaultValue="06:00" />
            </Field>
          </div>
        </div>
      </FieldGroup>
      <Field name="confirmation" label={t('disable.confirmation', { name: merchant.name })}>
        <Input required autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      {needsCode ? <CodeField label={shared('code')} hint={shared('codeHint')} /> : null}
      <div className="flex">
        <Button type="submit" variant="danger">
          {t('disable.submit')}
        </Button>
      </div>
    </Form>
  )
}
