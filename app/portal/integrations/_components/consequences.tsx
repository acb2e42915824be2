'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { credentialFormat } from '@/lib/credentials/reference'
import { Impact } from './impact'
import type { Target } from './target'

/** The consequences of an action, as `<li>`s, and what depends on the credential at this moment. */
export function Consequences({
  target,
  verb,
  children,
}: {
  target: Target
  verb: 'rotate' | 'end'
  children: ReactNode
}) {
  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">{children}</ul>
      <Impact credential={credentialFormat.write(target)} verb={verb} />
    </>
  )
}

/** Asks the reader to type a name, the credential's or the merchant's, so that nobody ends the wrong one. */
export function ConfirmationField({ name }: { name: string }) {
  const t = useTranslations('integrations.fields')
  return (
    <Field
      name="confirmation"
      label={t.rich('confirmation', { name: () => <strong className="break-words">{name}</strong> })}
    >
      <Input required autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </Field>
  )
}
