'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { finishReplacing } from '../actions'
import type { Named } from '../shown-proposal'

/** Ends the credential that is replaced, by one press: what stops is said beside it, and the server checks that nobody uses it. */
export function FinishReplacing({
  kind,
  id,
  former,
  disabledReason,
  ...props
}: Named & { former: string; needsCode: boolean; disabledReason: string | undefined }) {
  const t = useTranslations('integrations')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form<{ former: string; successor: string }>
      action={finishReplacing}
      faults="integrations.faults"
      onDone={(ended) => {
        toast(t('replacing.ended', { name: ended.former }))
        router.refresh()
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      {needsCode && disabledReason === undefined ? (
        <CodeField label={t('fields.code')} hint={t('fields.codeHint')} />
      ) : null}
      <div>
        <Button type="submit" variant="danger" disabledReason={disabledReason} className="max-w-full wrap-anywhere">
          {t('replacing.finish', { name: former })}
        </Button>
      </div>
    </Form>
  )
}
