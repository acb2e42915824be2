'use client'

import { useTranslations } from '@/components/texts'
import { Checkbox } from '@/components/ui/choices'
import { Dialog } from '@/components/ui/dialog'
import { FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { grantDiscountsToTeam } from '../benefits/actions'

export type Offered = { readonly key: string; readonly name: string; readonly hint: string }

/** Grants what the company's merchants offer to the whole team: all of it, unless something is left out. */
export function GrantFirstDialog({ offered, open, onOpenChange }: { offered: readonly Offered[] } & Opened) {
  const t = useTranslations('benefits')
  const toast = useToast()
  return (
    <Dialog title={t('first.title')} description={t('first.text')} open={open} onOpenChange={onOpenChange}>
      <Form<{ granted: number }>
        action={grantDiscountsToTeam}
        faults="companyFaults"
        onDone={({ granted }) => {
          onOpenChange(false)
          toast(t('first.done', { count: granted }))
        }}
      >
        <FieldGroup name="discounts" label={t('first.discounts')}>
          {offered.map(({ key, name, hint }) => (
            <Checkbox key={key} name="discounts" value={key} label={name} hint={hint} defaultChecked />
          ))}
        </FieldGroup>
        <FormFooter submit={t('first.submit')} />
      </Form>
    </Dialog>
  )
}
