'use client'

import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { FileDrop } from '@/components/ui/file-drop'
import { Notice } from '@/components/ui/notice'
import { textOfCode } from '@/lib/language/text-of-code'
import { sendFile, type UploadFault } from './send-file'

type Props = {
  /** The `route.ts` of `officeUpload`. */
  action: string
  /** The fault of the last file, from the URL: it is there when the browser sent the file without the script. */
  fault: UploadFault | undefined
  megabytesMax: number
  rowsMax: string
}

/** Sends a file to be read. Without a script the browser sends the form itself, and the URL says what was wrong. */
export function UploadForm({ action, fault: told, megabytesMax, rowsMax }: Props) {
  const t = useTranslations('imports')
  const faults = useTranslations('imports.faults')
  const router = useRouter()
  const [fault, setFault] = useState(told)
  const [sent, setSent] = useState<number>()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault !== undefined) notice.current?.focus()
  }, [fault])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sent !== undefined) return
    const entries = new FormData(event.currentTarget)
    const file = entries.get('file')
    setFault(undefined)
    if (!(file instanceof File) || file.name === '') {
      setFault({ code: 'file_missing', values: {} })
      return
    }
    setSent(0)
    const answer = await sendFile(action, entries, setSent)
    if ('location' in answer) router.push(answer.location)
    else {
      setSent(undefined)
      setFault(answer)
    }
  }

  const percent = sent === undefined ? '' : `${Math.round(sent * 100)} %`
  return (
    <form
      action={action}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="flex flex-col gap-5"
      aria-busy={sent !== undefined}
      onSubmit={send}
    >
      {fault === undefined ? null : (
        <div ref={notice} role="alert" tabIndex={-1} className="rounded-lg">
          <Notice tone="danger" title={t('refusedTitle')}>
            {textOfCode(faults, fault.code, fault.values) ?? faults('unexpected')}
          </Notice>
        </div>
      )}
      <FileDrop
        name="file"
        label={t('file')}
        hint={t('fileHint', { megabytes: String(megabytesMax), rows: rowsMax })}
        accept=".csv,.txt,.tsv,.xlsx"
        megabytesMax={megabytesMax}
        onChoose={() => setFault(undefined)}
      />
      {sent === undefined ? null : (
        <progress aria-label={t('send')} value={sent} max={1} className="h-1.5 w-full accent-accent" />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" variant="primary" pending={sent !== undefined} icon={<FileUp aria-hidden />}>
          {t('send')}
        </Button>
        <p role="status" className="min-w-0 flex-[1_1_16rem] text-sm text-pretty text-muted">
          {sent === undefined ? t('sendNote') : sent < 1 ? t('sending', { percent }) : t('reading')}
        </p>
      </div>
    </form>
  )
}
