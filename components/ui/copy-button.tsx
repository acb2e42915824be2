'use client'

import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button, IconButton } from './button'

type Outcome = 'waiting' | 'copied' | 'failed'

/** Copies a text and says so, also to a screen reader. Without children it is only an icon; `label` says what it copies. */
export function CopyButton(props: {
  text: string
  label: string
  onCopied?: () => void
  variant?: 'primary' | 'secondary' | 'ghost'
  children?: ReactNode
}) {
  const t = useTranslations('ui')
  const [outcome, setOutcome] = useState<Outcome>('waiting')
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome('waiting'), 2500)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text)
      setOutcome('copied')
      props.onCopied?.()
    } catch {
      setOutcome('failed')
    }
  }
  const icon = outcome === 'copied' ? <Check aria-hidden className="text-accent" /> : <Copy aria-hidden />
  const said = { waiting: '', copied: t('copied'), failed: t('copyFailed') }[outcome]
  return (
    <>
      {props.children === undefined ? (
        <IconButton label={props.label} variant={props.variant ?? 'ghost'} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button
          variant={props.variant ?? 'secondary'}
          onClick={copy}
          icon={outcome === 'copied' ? <Check aria-hidden /> : icon}
        >
          {outcome === 'copied' ? t('copied') : props.children}
        </Button>
      )}
      <span role="status" className={outcome === 'failed' ? 'text-xs text-danger' : 'sr-only'}>
        {said}
      </span>
    </>
  )
}
