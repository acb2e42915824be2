'use client'

import { useId, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { codeClasses } from './code-classes'
import { CopyButton } from './copy-button'
import { ScrollRegion } from './scroll-region'

type Example = { readonly language: string; readonly code: string }

type Props = {
  label: string
  examples: readonly [Example, ...Example[]]
  onCopied?: () => void
}

/** Text for a machine, to read and to copy; if there are several languages, it shows one at a time. */
export function CodeBlock(props: Props) {
  const t = useTranslations('ui')
  const id = useId()
  const [chosen, choose] = useState<string>()
  const example = props.examples.find(({ language }) => language === chosen) ?? props.examples[0]
  return (
    <div className={codeClasses.frame}>
      <div className={codeClasses.bar}>
        {props.examples.length === 1 ? (
          <p className={codeClasses.onlyLanguage}>{example.language}</p>
        ) : (
          <fieldset className={codeClasses.languages} aria-label={`${t('language')}: ${props.label}`}>
            {props.examples.map(({ language }) => (
              <button
                key={language}
                type="button"
                aria-pressed={language === example.language}
                aria-controls={id}
                onClick={() => choose(language)}
                className={codeClasses.language}
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
      <ScrollRegion id={id} label={`${props.label}, ${example.language}`} className={codeClasses.region}>
        <pre className={codeClasses.code}>{example.code}</pre>
      </ScrollRegion>
    </div>
  )
}
