'use client'

import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useField } from './field'
import { Input } from './input'

/** One of the things that can be found: `value` is what the form sends. */
export type SearchedChoice = { readonly value: string; readonly label: string; readonly hint?: string | undefined }

type SearchChoiceProps = {
  /** The choice at the start. */
  initial: SearchedChoice | undefined
  /** Finds what matches; with an empty query, finds what is shown before anything is typed. */
  find: (query: string, signal: AbortSignal) => Promise<readonly SearchedChoice[]>
  texts: { placeholder?: string; open: string; searching: string; none: string; failed: string; more: string }
  /** The most that `find` returns. When it returns that many, `texts.more` says that there may be others. */
  max: number
}

const pauseMs = 150

/** A choice among so many that the server searches them; within a `Field`. The list opens below, above a phone's keyboard. */
export function SearchChoice({ initial, find, texts, max }: SearchChoiceProps) {
  const { id, name, ...wiring } = useField()
  const [found, setFound] = useState<readonly SearchedChoice[]>(initial ? [initial] : [])
  const [state, setState] = useState<'ready' | 'searching' | 'failed'>('ready')
  const running = useRef<{ stop: () => void }>(undefined)
  useEffect(() => () => running.current?.stop(), [])

  const search = (query: string, delayMs: number) => {
    running.current?.stop()
    const control = new AbortController()
    setState('searching')
    const timer = setTimeout(async () => {
      try {
        const choices = await find(query, control.signal)
        if (control.signal.aborted) return
        setFound(choices)
        setState('ready')
      } catch {
        if (!control.signal.aborted) setState('failed')
      }
    }, delayMs)
    running.current = {
      stop: () => {
        clearTimeout(timer)
        control.abort()
      },
    }
  }
  const status =
    state === 'searching'
      ? texts.searching
      : state === 'failed'
        ? texts.failed
        : found.length === 0
          ? texts.none
          : undefined
  return (
    <Base.Root<SearchedChoice>
      items={found}
      filter={null}
      {...(name === undefined ? {} : { name })}
      defaultValue={initial ?? null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
      onOpenChange={(open, { reason }) => open && reason !== 'input-change' && search('', 0)}
      onInputValueChange={(query, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') search(query.trim(), pauseMs)
      }}
    >
      <div className="relative">
        <Base.Input
          {...(id === undefined ? {} : { id })}
          {...wiring}
          placeholder={texts.placeholder}
          render={<Input name={undefined} className="pr-10" autoCapitalize="off" spellCheck={false} />}
        />
        <Base.Trigger
          aria-label={texts.open}
          className="absolute inset-y-0 right-1 my-auto flex size-8 items-center justify-center rounded-md text-muted hover:text-ink"
        >
          <ChevronDown aria-hidden className="size-4" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} className="z-55">
          <Base.Popup className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 shadow-popup">
            <Base.Status className="text-sm text-muted">
              {status === undefined ? null : <p className="px-2.5 py-2">{status}</p>}
            </Base.Status>
            <Base.List aria-label={texts.open}>
              {(choice: SearchedChoice) => (
                <Base.Item
                  key={choice.value}
                  value={choice}
                  className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block wrap-anywhere">{choice.label}</span>
                    {choice.hint === undefined ? null : <span className="block text-xs text-muted">{choice.hint}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
            {found.length < max ? null : <p className="px-2.5 py-2 text-xs text-muted">{texts.more}</p>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
