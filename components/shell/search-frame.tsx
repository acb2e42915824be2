'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import type { SearchGroup, SearchHit } from '@/lib/search/search'
import { PageLink } from '../ui/page-link'
import { Spinner } from '../ui/spinner'
import { takeTyped } from './typed-early'

type FrameProps = {
  title: string
  open: boolean
  onClose: () => void
  children: (input: RefObject<HTMLInputElement | null>) => ReactNode
}

/** The dialog of a search, above the page; its field has the focus. */
export function SearchFrame({ title, open, onClose, children }: FrameProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden sm:p-6 sm:pt-[12vh]">
          <Base.Popup
            initialFocus={input}
            className="flex max-h-dvh w-full flex-col overflow-hidden border-line bg-raised shadow-dialog max-sm:h-dvh sm:max-h-[min(36rem,76dvh)] sm:max-w-xl sm:rounded-xl sm:border"
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {children(input)}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type ResultsProps = {
  input: RefObject<HTMLInputElement | null>
  /** What the field is called, and what may be typed into it. */
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  groups: readonly SearchGroup[]
  isSearching: boolean
  /** What is said of the results; where they speak for themselves, to screen readers alone. */
  said: ReactNode
  isSaidAside: boolean
  onChosen: () => void
  onKeys?: () => void
}

/** The field of a search and its results in groups, to be walked by arrows and opened by Enter. */
export function SearchResults(props: ResultsProps) {
  const t = useTranslations('search')
  const ui = useTranslations('ui')
  const { groups, text, onText } = props
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups.map((group) => ({ ...group, items: group.hits }))}
      itemToStringValue={({ title }: SearchHit) => title}
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return
        onText(next)
      }}
    >
      <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
        {props.isSearching ? (
          <Spinner className="size-4.5 text-muted" />
        ) : (
          <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
        )}
        <Autocomplete.Input
          ref={props.input}
          onFocus={() => {
            const early = takeTyped()
            if (early !== '') onText(early)
          }}
          aria-label={props.label}
          placeholder={props.placeholder}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          className="h-13 min-w-0 flex-1 bg-transparent text-base text-ellipsis outline-none"
        />
        <Base.Close
          aria-label={ui('close')}
          className="flex size-10 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </Base.Close>
      </div>
      <Autocomplete.Status className={props.isSaidAside ? 'sr-only' : 'p-4 text-sm text-muted'}>
        {props.said}
      </Autocomplete.Status>
      <Autocomplete.List
        aria-label={t('results')}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:p-0"
      >
        {(group: SearchGroup & { items: readonly SearchHit[] }) => (
          <Autocomplete.Group key={group.key} items={group.items} className="not-last:mb-2">
            <Autocomplete.GroupLabel className="px-2.5 py-1 text-xs font-medium text-muted">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(hit: SearchHit) => (
                <Hit key={`${group.key} ${hit.href} ${hit.title}`} hit={hit} onChosen={props.onChosen} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Footer onKeys={props.onKeys} />
    </Autocomplete.Root>
  )
}

const Hit = ({ hit, onChosen }: { hit: SearchHit; onChosen: () => void }) => (
  <Autocomplete.Item
    value={hit}
    onClick={onChosen}
    render={<PageLink href={hit.href} tabIndex={-1} />}
    className="flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover sm:min-h-9"
  >
    <bdi className="truncate font-medium">{hit.title}</bdi>
    {hit.detail === '' ? null : <span className="truncate text-xs text-muted">{hit.detail}</span>}
  </Autocomplete.Item>
)

function Footer({ onKeys }: { onKeys: (() => void) | undefined }) {
  const t = useTranslations('search')
  return (
    <div className="hidden items-center gap-4 border-t border-line px-4 py-2 text-xs text-muted sm:flex">
      <span>
        <kbd className="font-sans">↑ ↓</kbd> {t('choose')}
      </span>
      <span>
        <kbd className="font-sans">{t('keys.names.enter')}</kbd> {t('openIt')}
      </span>
      <span>
        <kbd className="font-sans">{t('keys.names.escape')}</kbd> {t('close')}
      </span>
      {onKeys === undefined ? null : (
        <button type="button" onClick={onKeys} className="ml-auto rounded-sm font-medium text-accent hover:underline">
          {t('keys.action')}
        </button>
      )}
    </div>
  )
}
