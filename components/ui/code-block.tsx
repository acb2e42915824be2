'use client'

import { useId, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from './cn'
import { CopyButton } from './copy-button'
import { ScrollRegion } from './scroll-region'

type Example = { readonly language: string; readonly code: string }

type Props = {
  label: string
  examples: readonly [Example, ...Example[]]
  onCopied?: () => void
  /** The language to show, where somebody else keeps which. Its first stands for one that is not there. */
  choice?: { readonly language: string | null; readonly choose: (language: string) => void }
}

/** Text for a machine, to read and to copy; if there are several languages, it shows one at a time. */
export function CodeBlock(props: Props) {
  const t = useTranslations('ui')
  const id = useId()
  const [own, setOwn] = useState<string | null>(null)
  const chosen = props.choice ? props.choice.language : own
  const example = props.examples.find(({ language }) => language === chosen) ?? props.examples[0]
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-line pr-1.5 pl-1.5">
        {props.examples.length === 1 ? (
          <p className="truncate pl-2 text-xs font-medium text-muted">{example.language}</p>
        ) : (
          <fieldset
            className="flex min-w-0 gap-0.5 overflow-x-auto p-1"
            aria-label={`${t('language')}: ${props.label}`}
          >
            {props.examples.map(({ language }) => (
              <button
                key={language}
                type="button"
                aria-pressed={language === example.language}
                aria-controls={id}
                onClick={() => (props.choice?.choose ?? setOwn)(language)}
                className={cn(
                  'h-7 shrink-0 rounded-sm px-2 text-xs font-medium hover:text-ink',
                  language === example.language ? 'bg-raised text-ink shadow-control' : 'text-muted print:hidden',
                )}
              >
                {language}
              </button>
            ))}
          </fieldset>
        )}
        <CopyButton
          text={example.code}
          label={`${t('copy')}: ${props.label}, ${example.language}`}
          {...(props.onCopied === undefined ? {} : { onCopied: props.onCopied })}
        />
      </div>
      <ScrollRegion id={id} label={`${props.label}, ${example.language}`} className="max-h-96 print:max-h-none">
        <pre className="w-max min-w-full p-4 font-mono text-xs leading-5">{example.code}</pre>
      </ScrollRegion>
    </div>
  )
}
