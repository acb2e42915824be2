'use client'

import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Form } from '@/components/ui/form'
import { showIdentification } from '../actions'
import { MaskedIdentification } from './masked-identification'

/** A masked identification with a button that shows the whole identification, which the audit trail records. */
export function Identification({ id, type, tail }: { id: number; type: string; tail: string }) {
  const t = useTranslations('collaborators')
  const [shown, setShown] = useState<string>()
  if (shown !== undefined) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
        <span>{type}</span>
        <span className="flex items-center gap-1">
          <span className="font-mono break-all">{shown}</span>
          <CopyButton text={shown} label={t('details.copy')} />
        </span>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div>
        <MaskedIdentification type={type} tail={tail} />
      </div>
      <Form<{ identification: string }>
        action={showIdentification}
        faults="companyFaults"
        onDone={({ identification }) => setShown(identification)}
        className="gap-1"
      >
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="small" icon={<Eye aria-hidden />} className="self-start">
          {t('details.show')}
        </Button>
      </Form>
      <p className="basis-full text-xs text-muted">{t('details.showHint')}</p>
    </div>
  )
}
