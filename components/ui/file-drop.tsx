'use client'

import { FileCheck2, FileUp, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useLocale, useTranslations } from '@/components/texts'
import { cn } from './cn'
import { Field, useField } from './field'

type FileDropProps = {
  name: string
  label: string
  hint: ReactNode
  /** The ends of the names that are taken, as `accept` has them: `.csv,.xlsx`. */
  accept: string
  megabytesMax: number
  /** What the server says of the file. */
  error?: string | undefined
  /** A file that may be sent, or undefined when it is taken away. */
  onChoose?: (file: File | undefined) => void
  children?: ReactNode
}

/**
 * Takes one file, dragged here or chosen, in the office's words: the browser's own button speaks the browser's language. A file of
 * another kind, or too large, is refused before it is sent. The control is the browser's, so that keyboards and phones know it.
 */
export function FileDrop({ name, label, hint, error, children, ...rest }: FileDropProps) {
  const [fault, setFault] = useState<string>()
  return (
    <Field name={name} label={label} hint={hint} error={fault ?? error}>
      <Zone {...rest} onFault={setFault} />
      {children}
    </Field>
  )
}

function Zone(
  props: Pick<FileDropProps, 'accept' | 'megabytesMax' | 'onChoose'> & { onFault: (text: string | undefined) => void },
) {
  const t = useTranslations('ui')
  const locale = useLocale()
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const [over, setOver] = useState(false)

  const faultOf = (file: File): string | undefined => {
    const ends = props.accept.split(',')
    if (!ends.some((end) => file.name.toLowerCase().endsWith(end))) return t('fileOfOtherKind', { name: file.name })
    return file.size > props.megabytesMax * 1024 * 1024
      ? t('fileTooLarge', {
          name: file.name,
          size: sizeInWords(file.size, locale),
          megabytes: String(props.megabytesMax),
        })
      : undefined
  }
  const take = (file: File | undefined) => {
    const fault = file && faultOf(file)
    if (input.current && (file === undefined || fault !== undefined)) input.current.value = ''
    const taken = fault === undefined ? file : undefined
    setChosen(taken)
    props.onFault(fault)
    props.onChoose?.(taken)
  }
  const drop = (event: DragEvent<HTMLInputElement>) => {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    if (files.length > 1) return props.onFault(t('fileOneOnly'))
    const [file] = files
    if (!input.current || file === undefined) return
    // A list of its own: emptying the input empties the list that it was given.
    const list = new DataTransfer()
    list.items.add(file)
    input.current.files = list.files
    take(file)
  }
  return (
    <div
      className={cn(
        'relative flex min-h-20 items-center gap-3 rounded-lg border border-dashed px-4 py-3 text-sm',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-control bg-canvas hover:border-muted',
      )}
    >
      <input
        {...field}
        ref={input}
        type="file"
        accept={props.accept}
        onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className="absolute inset-0 size-full cursor-pointer opacity-0 noscript:static noscript:opacity-100"
      />
      {chosen === undefined ? (
        <>
          <FileUp aria-hidden className="size-5 shrink-0 text-muted noscript:hidden" />
          <p className="min-w-0 text-pretty noscript:hidden">
            <span className="font-medium text-accent underline underline-offset-4">{t('fileChoose')}</span>
            <span className="text-muted pointer-coarse:hidden"> {t('fileOrDrag')}</span>
          </p>
        </>
      ) : (
        <>
          <FileCheck2 aria-hidden className="size-5 shrink-0 text-accent" />
          <p className="min-w-0 flex-1">
            <span className="block truncate font-medium">{chosen.name}</span>
            <span className="block text-xs text-muted">{sizeInWords(chosen.size, locale)}</span>
          </p>
          <button
            type="button"
            aria-label={t('fileRemove', { name: chosen.name })}
            title={t('fileRemove', { name: chosen.name })}
            onClick={() => {
              take(undefined)
              input.current?.focus()
            }}
            className="relative flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        </>
      )}
    </div>
  )
}

/** "12.3 kB", "4 MB". */
function sizeInWords(bytes: number, locale: string): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
