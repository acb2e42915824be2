'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Select } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { mergeTerminalsAction } from '../actions'

/** Which till this one was before it was renamed. */
export function MergeForm({ id, formers }: { id: number; formers: readonly { id: number; label: string }[] }) {
  const t = useTranslations('terminals')
  const toast = useToast()
  return (
    <Form action={mergeTerminalsAction} faults="terminals.faults" onDone={() => toast(t('merge.done'))}>
      <input type="hidden" name="terminalId" value={id} />
      <Field name="formerId" label={t('merge.former')}>
        <Select
          required
          placeholder={t('merge.choose')}
          options={formers.map((former) => ({ value: String(former.id), label: former.label }))}
        />
      </Field>
      <div>
        <Button type="submit" variant="danger-quiet">
          {t('merge.submit')}
        </Button>
      </div>
    </Form>
  )
}
