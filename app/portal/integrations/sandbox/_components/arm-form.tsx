'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Select } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { armFaultAction, disarmFaultsAction } from '../actions'

type Options = readonly { readonly value: string; readonly label: string }[]

/** Arms a fault for a credential: which, on what, how often and until when. */
export function ArmForm(props: { credentials: Options; faults: Options; operations: Options }) {
  const t = useTranslations('sandbox')
  const toast = useToast()
  return (
    <Form
      action={armFaultAction}
      faults="sandbox.faults"
      onDone={() => toast(t('arm.done'))}
      aria-label={t('arm.title')}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field name="credential" label={t('arm.credential')}>
          <Select required placeholder={t('arm.choose')} options={props.credentials} />
        </Field>
        <Field name="fault" label={t('arm.fault')}>
          <Select required placeholder={t('arm.choose')} options={props.faults} />
        </Field>
        <Field name="operation" label={t('arm.operation')}>
          <Select placeholder={t('arm.every')} options={props.operations} />
        </Field>
        <Field name="times" label={t('arm.times')}>
          <Input inputMode="numeric" autoComplete="off" maxLength={2} defaultValue="1" />
        </Field>
        <Field name="seconds" label={t('arm.seconds')} hint={t('arm.secondsHint')} optional>
          <Input inputMode="numeric" autoComplete="off" maxLength={3} />
        </Field>
        <Field name="minutes" label={t('arm.minutes')} hint={t('arm.minutesHint')}>
          <Input inputMode="numeric" autoComplete="off" maxLength={2} defaultValue="15" />
        </Field>
      </div>
      <div>
        <Button type="submit" variant="secondary">
          {t('arm.submit')}
        </Button>
      </div>
    </Form>
  )
}

/** Takes away all that is armed for the credential of the row. */
export function Disarm({ credential, name }: { credential: string; name: string }) {
  const t = useTranslations('sandbox')
  const toast = useToast()
  return (
    <ButtonForm
      action={disarmFaultsAction}
      faults="sandbox.faults"
      entries={{ credential }}
      onDone={({ disarmed }) => toast(t('arm.disarmed', { disarmed }))}
    >
      <Button type="submit" variant="secondary" aria-label={t('arm.disarmOf', { name })}>
        {t('arm.disarm')}
      </Button>
    </ButtonForm>
  )
}
