'use client'

import { useTranslations } from '@/components/texts'
import { CodeBlock } from '@/components/ui/code-block'
import { fillSlots, type SlotValues } from '@/lib/http/developers/slots'
import { useKeptLanguage } from './kept-language'
import { useOwnValues } from './own-values'

type Snippet = { readonly language: string; readonly template: string }

/** A call in several languages, with the reader's own ids where they are known; the language is the same in all of them. */
export function Snippets(props: { label: string; snippets: readonly [Snippet, ...Snippet[]]; samples: SlotValues }) {
  const t = useTranslations('snippets')
  const choice = useKeptLanguage()
  const own = useOwnValues()
  const [first, ...others] = props.snippets
  const filled = ({ language, template }: Snippet) => ({
    language,
    code: fillSlots(template, props.samples, own?.values),
  })
  const isOwn = own !== null && filled(first).code !== fillSlots(first.template, props.samples)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <CodeBlock label={props.label} examples={[filled(first), ...others.map(filled)]} choice={choice} />
      {isOwn ? <p className="text-xs text-muted">{t('own', { names: own.names })}</p> : null}
    </div>
  )
}
