'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { CircleAlert, Search, X } from 'lucide-react'
import NextLink from 'next/link'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import type { SearchGroup, SearchHit } from '@/lib/search/search'
import { Button } from '../ui/button'
import { Link } from '../ui/link'
import { Spinner } from '../ui/spinner'
import type { SectionLink } from './section-links'
import { takeTyped } from './typed-early'
import { useSearch } from './use-search'

export { KeysDialog } from './keys-dialog'

/** What can be searched from a page of an office. */
export type SearchProps = {
  /** Where the office answers searches. */
  readonly path: string
  readonly office: { readonly kind: 'merchant' | 'company'; readonly name: string }
  /** The pages that the reader may open, by their names. */
  readonly pages: readonly Pick<SectionLink, 'href' | 'label'>[]
}

type Props = { search: SearchProps; open: boolean; onClose: () => void; onKeys: () => void }

/** The search of an office, above the page: what it finds in groups, to be walked by arrows and opened by Enter. */
export function SearchDialog({ search, open, onClose, onKeys }: Props) {
  const t = useTranslations('search')
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
            <Base.Title className="sr-only">{t('title', { office: search.office.name })}</Base.Title>
            <Searching search={search} input={input} onClose={onClose} onKeys={onKeys} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type SearchingProps = Omit<Props, 'open'> & { input: RefObject<HTMLInputElement | null> }

function Searching({ search, input, onClose, onKeys }: SearchingProps) {
  const t = useTranslations('search')
  const ui = useTranslations('ui')
  const [text, setText] = useState('')
  const { groups: found, state, search: find, again } = useSearch(search.path)
  const pages = pagesOf(search.pages, text)
  const groups: readonly SearchGroup[] = [
    ...(pages.length === 0 ? [] : [{ key: 'pages', label: t('pages'), hits: pages }]),
    ...found,
  ]
  const searchFor = (next: string) => {
    setText(next)
    find(next)
  }
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
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
        searchFor(next)
      }}
    >
      <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
        {state === 'searching' ? (
          <Spinner className="size-4.5 text-muted" />
        ) : (
          <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
        )}
        <Autocomplete.Input
          ref={input}
          onFocus={() => {
            const early = takeTyped()
            if (early !== '') searchFor(early)
          }}
          aria-label={t('openHint')}
          placeholder={t(`placeholder.${search.office.kind}`)}
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
      <Autocomplete.Status className={state === 'ready' && count > 0 ? 'sr-only' : 'p-4 text-sm text-muted'}>
        <Said state={state} count={count} text={text} kind={search.office.kind} again={() => again(text)} />
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
              {(hit: SearchHit) => <Hit key={`${group.key} ${hit.href} ${hit.title}`} hit={hit} onChosen={onClose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Footer onKeys={onKeys} />
    </Autocomplete.Root>
  )
}

const Hit = ({ hit, onChosen }: { hit: SearchHit; onChosen: () => void }) => (
  <Autocomplete.Item
    value={hit}
    onClick={onChosen}
    render={<NextLink href={hit.href} prefetch={false} tabIndex={-1} />}
    className="flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover sm:min-h-9"
  >
    <bdi className="truncate font-medium">{hit.title}</bdi>
    {hit.detail === '' ? null : <span className="truncate text-xs text-muted">{hit.detail}</span>}
  </Autocomplete.Item>
)

function Said(props: {
  state: ReturnType<typeof useSearch>['state']
  count: number
  text: string
  kind: 'merchant' | 'company'
  again: () => void
}): ReactNode {
  const t = useTranslations('search')
  const { state, count, text } = props
  if (state === 'ended') {
    return (
      <span className="flex flex-wrap items-center gap-2">
        {t('ended')}
        <Link href="/sign-in">{t('signIn')}</Link>
      </span>
    )
  }
  if (state === 'failed') {
    return (
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex items-center gap-2 text-danger">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {t('failed')}
        </span>
        <Button size="small" onClick={props.again}>
          {t('retry')}
        </Button>
      </span>
    )
  }
  if (state === 'searching') return t('searching')
  if (count > 0) return t('found', { count })
  return (
    <>
      <span className="block wrap-anywhere text-ink">{t('none', { text: text.trim() })}</span>
      <span className="block">{t(`noneHint.${props.kind}`)}</span>
    </>
  )
}

function Footer({ onKeys }: { onKeys: () => void }) {
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
      <button type="button" onClick={onKeys} className="ml-auto rounded-sm font-medium text-accent hover:underline">
        {t('keys.action')}
      </button>
    </div>
  )
}

/** The pages whose name has every word; all of them before anything is typed. */
function pagesOf(pages: SearchProps['pages'], text: string): readonly SearchHit[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return pages
    .filter(({ label }) => words.every((word) => plain(label).includes(word)))
    .map(({ href, label }) => ({ href, title: label, detail: '' }))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
