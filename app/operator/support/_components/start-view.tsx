'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Select } from '@/components/ui/input'
import type { Action } from '@/lib/web/action'
import { asksForCode, CodeField } from '../../../_components/code-field'

/** Whose office to look into, for which ticket and why. */
export function StartView({ action, ...props }: { action: Action<undefined>; needsCode: boolean }) {
  const t = useTranslations('support')
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form action={action} faults="support.faults" onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}>
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <Field name="side" label={t('start.side')}>
          <Select
            defaultValue="merchant"
            options={(['merchant', 'company'] as const).map((side) => ({
              value: side,
              label: t(`start.sides.${side}`),
            }))}
          />
        </Field>
        <Field name="other" label={t('start.other')} hint={t('start.otherHint')}>
          <Input required maxLength={200} autoComplete="off" spellCheck={false} />
        </Field>
        <Field name="ticket" label={t('start.ticket')}>
          <Input required maxLength={40} autoComplete="off" spellCheck={false} />
        </Field>
        <Field name="reason" label={t('start.reason')} hint={t('start.reasonHint')}>
          <Input required maxLength={300} autoComplete="off" />
        </Field>
        {needsCode ? <CodeField label={t('start.code')} hint={t('start.codeHint')} /> : null}
      </div>
      <div>
        <Button type="submit" variant="primary">
          {t('start.submit')}
        </Button>
      </div>
    </Form>
  )
}
