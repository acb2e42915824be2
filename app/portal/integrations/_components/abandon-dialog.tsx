'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { RadioGroup } from '@/components/ui/choices'
import { AlertDialog } from '@/components/ui/dialog'
import { FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { abandonReplacing } from '../actions'
import type { Named } from '../shown-proposal'

export type AbandonDialogProps = Named & {
  former: string
  successor: string
  needsCode: boolean
  /** The new one was used: then it is in a till, and its reader says what becomes of it. */
  isUsed: boolean
  /** So many tills have come to it. */
  switched: number
}

/** Asks before a replacing is given up. */
export function AbandonDialog({ open, onOpenChange, ...props }: AbandonDialogProps & Opened) {
  const t = useTranslations('integrations.replacing')
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange} title={t('abandonTitle', { name: props.former })}>
      <AbandonForm {...props} onDone={() => onOpenChange(false)} />
    </AlertDialog>
  )
}

function AbandonForm({ kind, id, former, successor, switched, ...props }: AbandonDialogProps & { onDone: () => void }) {
  const t = useTranslations('integrations')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  const [wasUsed, setUsed] = useState(false)
  const isUsed = props.isUsed || wasUsed
  return (
    <Form<{ name: string; isKept: boolean }>
      action={abandonReplacing}
      faults="integrations.faults"
      onDone={({ name, isKept }) => {
        props.onDone()
        toast(t(isKept ? 'replacing.kept' : 'replacing.ended', { name }))
        router.refresh()
      }}
      onRefused={(refusal) => {
        if (asksForCode(refusal)) setNeedsCode(true)
        if (refusal.code === 'replacement_used') setUsed(true)
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      {isUsed ? (
        <FieldGroup name="used" label={t('replacing.usedLabel', { name: successor })}>
          <RadioGroup
            name="used"
            defaultValue="keep"
            options={[
              { value: 'keep', label: t('replacing.keep'), hint: t('replacing.keepHint') },
              {
                value: 'end',
                label: t('replacing.end', { name: successor }),
                hint: t('replacing.endHint', { count: switched }),
              },
            ]}
          />
        </FieldGroup>
      ) : (
        <>
          <input type="hidden" name="used" value="" />
          <p className="text-sm text-pretty wrap-anywhere">{t('replacing.unusedText', { successor, former })}</p>
        </>
      )}
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t('replacing.abandon')} danger />
    </Form>
  )
}
