'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslations } from '@/components/texts'
import type { SearchGroup } from '@/lib/search/search'
import { excerptOf, findSections, type Section } from '@/lib/search/sections'
import { SearchFrame, SearchResults } from './shell/search-frame'
import { Button } from './ui/button'

type Props = { index: string; open: boolean; onClose: () => void }

/** The search of the documentation, above the page: its index is fetched when it is opened, and searched here. */
export function DocsSearchDialog({ index, open, onClose }: Props) {
  const t = useTranslations('docsSearch')
  return (
    <SearchFrame title={t('title')} open={open} onClose={onClose}>
      {(input) => <Searching index={index} input={input} onClose={onClose} />}
    </SearchFrame>
  )
}

const kinds = ['guides', 'reference', 'errors', 'changes'] as const

/** By the first part of its address, as the contents have them. */
const kindOf = ({ href }: Section): (typeof kinds)[number] =>
  kinds.find((kind) => new RegExp(`^/developers/${kind}\\b`).test(href)) ?? 'guides'

function Searching({ index, input, onClose }: Omit<Props, 'open'> & { input: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations('docsSearch')
  const [text, setText] = useState('')
  const { sections, state, again } = useSections(index)
  const found = text.trim() === '' ? sections.filter(isGuide) : findSections(sections, text)
  const groups: SearchGroup[] = kinds
    .map((kind) => ({
      key: kind,
      label: t(`kinds.${kind}`),
      hits: found.filter((section) => kindOf(section) === kind).map((section) => hitOf(section, text)),
    }))
    .filter(({ hits }) => hits.length > 0)
    // The group of the best result first.
    .toSorted((one, other) => placeIn(found, one) - placeIn(found, other))
  return (
    <SearchResults
      input={input}
      label={t('title')}
      placeholder={t('placeholder')}
      text={text}
      onText={setText}
      groups={groups}
      isSearching={state === 'loading'}
      said={<Said state={state} count={found.length} text={text} again={again} />}
      isSaidAside={state === 'ready' && found.length > 0}
      onChosen={onClose}
    />
  )
}

const isGuide = (section: Section) => section.title === section.page && kindOf(section) === 'guides'

const placeIn = (found: readonly Section[], { hits }: SearchGroup) =>
  found.findIndex(({ href }) => href === hits[0]?.href)

const hitOf = (section: Section, text: string) => ({
  href: section.href,
  title: section.title,
  detail: [...(section.page === section.title ? [] : [section.page]), excerptOf(section, text)].join(' · '),
})

/** The index, fetched once for each opening; `again` tries once more. */
function useSections(index: string) {
  const [sections, setSections] = useState<readonly Section[]>([])
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt fetches the same address.
  useEffect(() => {
    const control = new AbortController()
    fetch(index, { signal: control.signal })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))))
      .then((read: readonly Section[]) => {
        setSections(read)
        setState('ready')
      })
      .catch(() => control.signal.aborted || setState('failed'))
    return () => control.abort()
  }, [index, attempt])
  const again = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return { sections, state, again }
}

function Said(props: {
  state: 'loading' | 'ready' | 'failed'
  count: number
  text: string
  again: () => void
}): ReactNode {
  const t = useTranslations('search')
  const own = useTranslations('docsSearch')
  if (props.state === 'failed') {
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
  if (props.state === 'loading') return t('searching')
  if (props.count > 0) return t('found', { count: props.count })
  return (
    <>
      <span className="block wrap-anywhere text-ink">{t('none', { text: props.text.trim() })}</span>
      <span className="block">{own('noneHint')}</span>
    </>
  )
}
