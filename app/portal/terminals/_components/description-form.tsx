'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Textarea } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { terminalNameLengthMax, terminalNoteLengthMax } from '@/lib/terminals/length'
import { describeTerminalAction } from '../actions'

/** What a merchant calls a till, and writes down of it. */
export function DescriptionForm({ id, name, note }: { id: number; name: string | null; note: string | null }) {
  const t = useTranslations('terminals')
  const toast = useToast()
  return (
    <Form action={describeTerminalAction} faults="terminals.faults" onDone={() => toast(t('describe.saved'))}>
      <input type="hidden" name="terminalId" value={id} />
      <Field name="name" label={t('describe.name')}>
        <Input maxLength={terminalNameLengthMax} autoComplete="off" defaultValue={name ?? ''} />
      </Field>
      <Field name="note" label={t('describe.note')}>
        <Textarea rows={2} maxLength={terminalNoteLengthMax} defaultValue={note ?? ''} />
      </Field>
      <div>
        <Button type="submit">{t('describe.save')}</Button>
      </div>
    </Form>
  )
}
