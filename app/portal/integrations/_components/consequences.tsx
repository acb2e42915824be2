'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { Target } from './target'
import { useUses } from './use-uses'

/** The consequences of an action, as `<li>`s, and how much the credential is in use at this moment. */
export function Consequences({ target, children }: { target: Target; children: ReactNode }) {
  const t = useTranslations('integrations.dependence')
  const { uses, failed } = useUses(target.kind, target.id, false)
  const last = uses?.call
  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">{children}</ul>
      <Notice tone={uses !== undefined && uses.recentCalls > 0 ? 'warning' : 'neutral'} live>
        {uses === undefined ? (
          failed ? (
            t('unknown')
          ) : (
            t('counting')
          )
        ) : (
          <>
            <p>{t('calls', { count: uses.recentCalls, text: uses.recentCallsText })}</p>
            <p>{last ? t('lastUsed', { relative: last.relative, exact: last.exact }) : t('neverUsed')}</p>
          </>
        )}
      </Notice>
    </>
  )
}

/** Asks the reader to type the credential's name, so that nobody ends the wrong one. */
export function ConfirmationField({ target }: { target: Target }) {
  const t = useTranslations('integrations.fields')
  return (
    <>
      <input type="hidden" name="id" value={target.id} />
      <Field
        name="confirmation"
        label={t.rich('confirmation', { name: () => <strong className="break-words">{target.name}</strong> })}
      >
        <Input required autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
    </>
  )
}
