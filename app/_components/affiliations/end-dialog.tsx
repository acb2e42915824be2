'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from '@/components/texts'
import { AlertDialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { EndAction, Side } from './actions'

export type EndProps = {
  side: Side
  other: { id: number; name: string }
  /** How many discounts the company stops granting. */
  grants: number
  action: EndAction
  /** Where to go once the affiliation has ended: its page no longer exists. */
  back: string
}

/** Asks before an affiliation ends, and says what the consequences are. */
export function EndDialog({ side, other, grants, action, back, open, onOpenChange }: EndProps & Opened) {
  const t = useTranslations('affiliations')
  const toast = useToast()
  const router = useRouter()
  const consequences = [
    t(`end.${side}.grants`, { count: grants }),
    t(`end.${side}.people`),
    t('end.active'),
    t('end.history'),
    t('end.again'),
  ]
  return (
    <AlertDialog title={t('end.title', { name: other.name })} open={open} onOpenChange={onOpenChange}>
      <Form<{ name: string }>
        action={action}
        faults="affiliations.faults"
        onDone={(done) => {
          onOpenChange(false)
          toast(t('end.done', done))
          router.push(back)
        }}
      >
        <input type="hidden" name="otherId" value={other.id} />
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Field
          name="confirmation"
          label={t.rich('end.confirmation', { name: () => <strong className="break-words">{other.name}</strong> })}
        >
          <Input required autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <FormFooter submit={t('end.submit')} danger />
      </Form>
    </AlertDialog>
  )
}
