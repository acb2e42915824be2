'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { FileDrop } from '@/components/ui/file-drop'
import { textOfCode } from '@/lib/language/text-of-code'
import type { ReadAnswer } from '@/lib/web/upload-route'

type State =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly lines: number; readonly name: string }
  | { readonly kind: 'refused'; readonly code: string; readonly values: Readonly<Record<string, string | number>> }

/** Takes the till's list from a file, as soon as it is chosen. */
export function ListFile(props: { action: string; megabytesMax: number; onRead: (list: string) => void }) {
  const t = useTranslations('closing')
  const own = useTranslations('closing.faults')
  const ofFiles = useTranslations('imports.faults')
  const router = useRouter()
  const [state, setState] = useState<State>()

  async function send(file: File | undefined) {
    if (file === undefined) return setState(undefined)
    setState({ kind: 'reading' })
    const body = new FormData()
    body.set('file', file)
    const answer = await fetch(props.action, { method: 'POST', body, headers: { Accept: 'application/json' } })
      .then((response): Promise<ReadAnswer> => response.json())
      .catch(() => ({ code: 'offline', values: {} }))
    if ('location' in answer) return router.push(answer.location)
    if ('code' in answer) return setState({ kind: 'refused', ...answer })
    setState({ kind: 'read', lines: answer.lines, name: file.name })
    props.onRead(answer.list)
  }

  const error =
    state?.kind === 'refused'
      ? (textOfCode(own, state.code, state.values) ??
        textOfCode(ofFiles, state.code, state.values) ??
        ofFiles('unexpected'))
      : undefined
  return (
    <FileDrop
      name="file"
      label={t('compare.file')}
      hint={t('compare.fileHint', { megabytes: String(props.megabytesMax) })}
      error={error}
      accept=".csv,.txt,.xlsx"
      megabytesMax={props.megabytesMax}
      onChoose={send}
    >
      <p role="status" className="text-xs text-muted empty:hidden">
        {state?.kind === 'reading' ? t('compare.reading') : null}
        {state?.kind === 'read' ? t('compare.read', { count: state.lines, name: state.name }) : null}
      </p>
    </FileDrop>
  )
}
