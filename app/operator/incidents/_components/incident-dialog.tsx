'use client'

import { CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { Checkbox } from '@/components/ui/choices'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Select, Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { type IncidentState, incidentStates, serviceParts } from '@/lib/incidents/incidents'
import { openIncidentAction, updateIncidentAction } from '../actions'

/** The incident to which something is added; undefined for a new one. */
export type IncidentOf = { readonly id: number; readonly title: string; readonly state: IncidentState } | undefined

/** Publishes an incident, or appends to one, with a fresh code. */
export function IncidentDialog({ of, open, onOpenChange }: { of: IncidentOf } & Opened) {
  const t = useTranslations('incidents')
  const toast = useToast()
  return (
    <Dialog
      title={of === undefined ? t('newTitle') : t('updateTitle', { title: of.title })}
      description={t('public')}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        action={of === undefined ? openIncidentAction : updateIncidentAction}
        faults="incidents.faults"
        onDone={() => {
          onOpenChange(false)
          toast(t('published'))
        }}
      >
        {of === undefined ? (
          <>
            <Field name="titleEs" label={t('titleEs')}>
              <Input required maxLength={120} autoComplete="off" />
            </Field>
            <Field name="titleEn" label={t('titleEn')}>
              <Input required maxLength={120} autoComplete="off" />
            </Field>
            <fieldset className="flex flex-col gap-2" data-field="parts">
              <legend className="mb-1 text-sm font-medium">{t('parts')}</legend>
              {serviceParts.map((part) => (
                <Checkbox key={part} name="parts" value={part} label={t(`partNames.${part}`)} />
              ))}
            </fieldset>
          </>
        ) : (
          <input type="hidden" name="incidentId" value={of.id} />
        )}
        <Field name="state" label={t('state')}>
          <Select
            defaultValue={of?.state ?? 'investigating'}
            options={incidentStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
        </Field>
        <Field name="textEs" label={t('textEs')}>
          <Textarea required rows={3} maxLength={1000} />
        </Field>
        <Field name="textEn" label={t('textEn')}>
          <Textarea required rows={3} maxLength={1000} />
        </Field>
        <CodeField label={t('code')} hint={t('codeHint')} />
        <FormFooter submit={t('publish')} />
      </Form>
    </Dialog>
  )
}
