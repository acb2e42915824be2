'use client'

import { CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Select, Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { audiences } from '@/lib/announcements/announcements'
import type { LocalDay } from '@/lib/language/days'
import { publishAnnouncementAction } from '../actions'

/** Publishes an announcement, with a fresh code. */
export function PublishDialog({ today, open, onOpenChange }: { today: LocalDay } & Opened) {
  const t = useTranslations('announcements')
  const toast = useToast()
  return (
    <Dialog title={t('publish')} description={t('publishText')} open={open} onOpenChange={onOpenChange}>
      <Form
        action={publishAnnouncementAction}
        faults="announcements.faults"
        onDone={() => {
          onOpenChange(false)
          toast(t('published'))
        }}
      >
        <Field name="textEs" label={t('textEs')}>
          <Textarea required rows={3} maxLength={300} />
        </Field>
        <Field name="textEn" label={t('textEn')}>
          <Textarea required rows={3} maxLength={300} />
        </Field>
        <Field name="audience" label={t('audience')}>
          <Select defaultValue="all" options={audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))} />
        </Field>
        <Field name="from" label={t('from')} hint={t('fromHint')} optional>
          <DateInput min={today} />
        </Field>
        <Field name="until" label={t('until')} hint={t('untilHint')}>
          <DateInput min={today} />
        </Field>
        <CodeField label={t('code')} hint={t('codeHint')} />
        <FormFooter submit={t('publish')} />
      </Form>
    </Dialog>
  )
}
