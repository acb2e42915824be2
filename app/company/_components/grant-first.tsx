'use client'

import { Gift } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox, FieldGroup, Form, FormFooter } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import { grantDiscountsToTeam } from '../benefits/actions'

export type Offered = { readonly key: string; readonly name: string; readonly hint: string }

/** Grants what the company's merchants offer to the whole team: all of it, unless something is left out. */
export function GrantFirst({ offered }: { offered: readonly Offered[] }) {
  const t = useTranslations('benefits')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('first.title')}
      description={t('first.text')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Gift aria-hidden />}>
          {t('first.action')}
        </Button>
      }
    >
      <Form<{ granted: number }>
        action={grantDiscountsToTeam}
        faults="companyFaults"
        onDone={({ granted }) => {
          setOpen(false)
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
