'use client'

import { Download, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { offerFile } from '@/components/ui/offer-file'
import { StepHeading } from './enrol'

/** Shows the ten codes, only this once, to copy, download or print. Leaving the page asks first. */
export function RecoveryCodes(props: { codes: readonly string[]; email: string; onKept: () => void }) {
  const t = useTranslations('account')
  const heading = t('codesHeading', { email: props.email })
  const text = props.codes.join('\n')
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <>
      <StepHeading title={t('codesTitle')} lead={t('codesLead')} />
      <div data-print-alone className="rounded-lg border border-line bg-surface p-4">
        <p className="mb-3 hidden text-sm font-semibold print:block">{heading}</p>
        <ol className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
          {props.codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label={t('copyCodesLabel')}>
          {t('copyCodes')}
        </CopyButton>
        <Button icon={<Download aria-hidden />} onClick={() => offerFile(t('codesFile'), `${heading}\n\n${text}\n`)}>
          {t('downloadCodes')}
        </Button>
        <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {t('printCodes')}
        </Button>
      </div>
      <Button variant="primary" onClick={props.onKept} className="self-start">
        {t('codesKept')}
      </Button>
    </>
  )
}
