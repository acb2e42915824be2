'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { useTranslations } from '@/components/texts'
import type { SearchGroup, SearchHit } from '@/lib/search/search'
import { folded, wordsOf } from '@/lib/search/sections'
import { Button } from '../ui/button'
import { Link } from '../ui/link'
import { SearchFrame, SearchResults } from './search-frame'
import type { SectionLink } from './section-links'
import { useSearch } from './use-search'

export { KeysDialog } from './keys-dialog'

/** What can be searched from a page of an office. */
export type SearchProps = {
  /** Where the office answers searches. */
  readonly path: string
  readonly office: { readonly kind: 'merchant' | 'company' | 'operator'; readonly name: string }
  /** The pages that the reader may open, by their names. */
  readonly pages: readonly Pick<SectionLink, 'href' | 'label'>[]
}

type Props = { search: SearchProps; open: boolean; onClose: () => void; onKeys: () => void }

/** The search of an office, above the page: what it finds in groups, to be walked by arrows and opened by Enter. */
export function SearchDialog({ search, open, onClose, onKeys }: Props) {
  const t = useTranslations('search')
  return (
    <SearchFrame title={t('title', { office: search.office.name })} open={open} onClose={onClose}>
      {(input) => <Searching search={search} input={input} onClose={onClose} onKeys={onKeys} />}
    </SearchFrame>
  )
}

type SearchingProps = Omit<Props, 'open'> & { input: RefObject<HTMLInputElement | null> }

function Searching({ search, input, onClose, onKeys }: SearchingProps) {
  const t = useTranslations('search')
  const [text, setText] = useState('')
  const { groups: found, state, search: find, again } = useSearch(search.path)
  const pages = pagesOf(search.pages, text)
  const groups: readonly SearchGroup[] = [
    ...(pages.length === 0 ? [] : [{ key: 'pages', label: t('pages'), hits: pages }]),
    ...found,
  ]
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <SearchResults
      input={input}
      label={t('openHint')}
      placeholder={t(`placeholder.${search.office.kind}`)}
      text={text}
      onText={(next) => {
        setText(next)
        find(next)
      }}
      groups={groups}
      isSearching={state === 'searching'}
      said={<Said state={state} count={count} text={text} kind={search.office.kind} again={() => again(text)} />}
      isSaidAside={state === 'ready' && count > 0}
      onChosen={onClose}
      onKeys={onKeys}
    />
  )
}

function Said(props: {
  state: ReturnType<typeof useSearch>['state']
  count: number
  text: string
  kind: 'merchant' | 'company' | 'operator'
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

/** The pages whose name has every word; all of them before anything is typed. */
function pagesOf(pages: SearchProps['pages'], text: string): readonly SearchHit[] {
  const words = wordsOf(text)
  return pages
    .filter(({ label }) => words.every((word) => folded(label).includes(word)))
    .map(({ href, label }) => ({ href, title: label, detail: '' }))
}
