'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choices'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Select } from '@/components/ui/input'
import { startRunAction } from '../actions'

/** With which credential a run begins, and what its adapter is not made for. */
export function StartForm(props: {
  credentials: readonly { value: string; label: string }[]
  waivers: Readonly<Record<'noItems' | 'noOffline', string>>
}) {
  const t = useTranslations('certification')
  const router = useRouter()
  return (
    <Form<{ id: number }>
      action={startRunAction}
      faults="certification.faults"
      onDone={({ id }) => router.push(`/portal/certification/${id}`)}
    >
      <Field name="credential" label={t('start.credential')} hint={t('start.credentialHint')}>
        <Select required placeholder={t('start.choose')} options={[...props.credentials]} />
      </Field>
      <FieldGroup name="declared" label={t('start.declared')}>
        <Checkbox name="noItems" label={props.waivers.noItems} />
        <Checkbox name="noOffline" label={props.waivers.noOffline} />
      </FieldGroup>
      <Field name="processes" label={t('start.processes')} hint={t('start.processesHint')} className="max-w-60">
        <Input inputMode="numeric" autoComplete="off" maxLength={2} defaultValue="1" />
      </Field>
      <div>
        <Button type="submit" variant="primary">
          {t('start.submit')}
        </Button>
      </div>
    </Form>
  )
}
