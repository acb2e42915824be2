'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choices'
import { CodeBlock } from '@/components/ui/code-block'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Select } from '@/components/ui/input'
import { followingPath } from '@/lib/sandbox/page'
import { trialSteps } from '@/lib/sandbox/steps'
import type { TriedCall } from '@/lib/web/try-call'
import { tryCallAction } from '../actions'
import { useTries } from './tries'

type Props = {
  readonly identities: readonly { readonly value: string; readonly label: string }[]
  /** The key whose calls the log shows. */
  readonly followedKeyId: number | undefined
}

/** Makes real calls with a key that is only in this form, and shows what went over the wire. */
export function TryIt({ identities, followedKeyId }: Props) {
  const t = useTranslations('sandbox')
  const router = useRouter()
  const { onMade } = useTries()
  const [tried, setTried] = useState<TriedCall>()
  const show = (call: TriedCall) => {
    setTried(call)
    if (call.apiKeyId === undefined) return
    onMade()
    // The calls of another key are another log.
    if (call.apiKeyId !== followedKeyId) {
      router.replace(followingPath({ kind: 'api_key', id: call.apiKeyId }), { scroll: false })
    }
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-1">
      <Form action={tryCallAction} faults="sandbox.faults" onDone={show} aria-label={t('try.title')}>
        <Field name="key" label={t('try.key')} hint={t('try.keyHint')} optional>
          <Input type="password" autoComplete="off" spellCheck={false} maxLength={200} />
        </Field>
        <Field name="identity" label={t('identification')}>
          <Select options={identities} />
        </Field>
        <Field name="amount" label={t('try.amount')}>
          <Input inputMode="decimal" defaultValue="1025.00" maxLength={12} />
        </Field>
        {(['authorizationCode', 'reference', 'lastKey', 'lastDate'] as const).map((name) => (
          <input key={name} type="hidden" name={name} value={tried?.[name] ?? ''} />
        ))}
        <Checkbox name="again" label={t('try.again')} hint={t('try.againHint')} />
        <div className="flex flex-wrap gap-2">
          {trialSteps.map((step) => (
            <Button key={step} type="submit" name="step" value={step} variant="secondary">
              {t(`steps.${step}`)}
            </Button>
          ))}
        </div>
      </Form>
      <div role="status" className="flex min-w-0 flex-col gap-4">
        {tried === undefined ? (
          <p className="text-sm text-muted">{t('try.waiting')}</p>
        ) : (
          <>
            <p className="text-sm font-medium">
              {tried.status === undefined ? t('try.cut') : t('try.status', { status: String(tried.status) })}
            </p>
            <CodeBlock label={t('try.request')} examples={[{ language: t('try.request'), code: tried.request }]} />
            {tried.answer === undefined ? null : (
              <CodeBlock label={t('try.answer')} examples={[{ language: t('try.answer'), code: tried.answer }]} />
            )}
          </>
        )}
      </div>
    </div>
  )
}
