'use client'

import { Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { jsonOfCents } from '@/lib/kernel/money'
import type { EligibilityView } from '@/lib/redemption/schemas'
import type { TillArticle } from '@/lib/till/list-articles'
import { centsTyped, millisTyped } from '@/lib/till/typed'
import { callTill, type PageOf } from './call'
import type { ApplyBody } from './kept'
import { largeInput } from './parts'

/** A discounted article of the purchase, as typed. */
export type Line = TillArticle & { readonly quantity: string; readonly price: string }

/** The lines as `apply` takes them; undefined while one is missing or cannot be read. */
export function itemsOf(lines: readonly Line[]): ApplyBody['items'] {
  const items = lines.flatMap(({ sku, quantity, price }) => {
    const [millis, cents] = [millisTyped(quantity), centsTyped(price)]
    return millis === undefined || cents === undefined
      ? []
      : { sku, quantity: Number(millis) / 1_000, unitPrice: jsonOfCents(cents) }
  })
  return items.length === lines.length && items.length > 0 ? items : undefined
}

const searchAfterMs = 250

type Found = { readonly search: string; readonly articles: readonly TillArticle[] }

/** The discounted articles: found by name or code, each with its quantity and its price. */
export function Lines(props: {
  page: PageOf
  scope: EligibilityView['discounts'][number]['scope']
  lines: readonly Line[]
  onChange: (lines: readonly Line[]) => void
  error: string | undefined
}) {
  const t = useTranslations('till')
  const { page, lines, onChange, error } = props
  const { articleCategoryId, articleId } = props.scope
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Found>()
  /** The search behind which Enter was pressed before its answer came: a scanner is that quick. */
  const awaited = useRef<string>(undefined)
  const onFound = useEffectEvent((now: Found) => {
    setFound(now)
    if (awaited.current === now.search) choose(now)
  })
  useEffect(() => {
    let isLate = false
    const timer = setTimeout(async () => {
      const heard = await callTill<readonly TillArticle[]>(page, 'articles', { articleCategoryId, articleId, search })
      if (!isLate && heard.heard === 'value') onFound({ search, articles: heard.value })
    }, searchAfterMs)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [page, articleCategoryId, articleId, search])

  const add = ({ sku, name }: TillArticle) => {
    onChange([...lines, { sku, name, quantity: '1', price: '' }])
    setSearch('')
  }
  const change = (sku: string, says: Partial<Line>) =>
    onChange(lines.map((line) => (line.sku === sku ? { ...line, ...says } : line)))
  const leftOf = ({ articles }: Found) => articles.filter(({ sku }) => !lines.some((line) => line.sku === sku))
  /** Adds the only article that is left, or of several the one whose whole code was searched for. */
  const choose = (now: Found) => {
    awaited.current = undefined
    const left = leftOf(now)
    const code = now.search.trim().toLowerCase()
    const chosen = left.length === 1 ? left[0] : left.find(({ sku }) => sku.toLowerCase() === code)
    if (chosen) add(chosen)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="text-sm font-medium">{t('items')}</legend>
      <p className="text-sm text-pretty text-muted">{t('itemsLead')}</p>
      <ul className="flex flex-col gap-3 empty:hidden">
        {lines.map((line) => (
          <li key={line.sku} className="flex flex-col gap-3 rounded-lg border border-line p-3">
            <div className="flex items-start justify-between gap-2">
              <span className="min-w-0 break-words">
                <span className="font-medium">{line.name}</span>
                <span className="block font-mono text-xs text-muted">{line.sku}</span>
              </span>
              <IconButton
                label={t('remove', { article: line.name })}
                onClick={() => onChange(lines.filter(({ sku }) => sku !== line.sku))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
            <div className="grid grid-cols-2 gap-3">
              <Field name={`quantity-${line.sku}`} label={t('quantity')}>
                <Input
                  value={line.quantity}
                  onChange={(event) => change(line.sku, { quantity: event.target.value })}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={14}
                  className={largeInput}
                />
              </Field>
              <Field name={`price-${line.sku}`} label={t('price')}>
                <Input
                  value={line.price}
                  onChange={(event) => change(line.sku, { price: event.target.value })}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  className={largeInput}
                />
              </Field>
            </div>
          </li>
        ))}
      </ul>
      {articleId === null ? (
        <Field name="article" label={t('findArticle')} hint={t('findArticleHint')} error={error}>
          <Input
            value={search}
            onChange={(event) => {
              awaited.current = undefined
              setSearch(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Not the sale is sent, nor anything chosen of what another search found.
              event.preventDefault()
              if (found?.search === search) choose(found)
              else awaited.current = search
            }}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={100}
            className={largeInput}
          />
        </Field>
      ) : error === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line empty:hidden">
        {(found ? leftOf(found) : []).map((article) => (
          <li key={article.sku}>
            <button
              type="button"
              onClick={() => add(article)}
              aria-label={t('add', { article: article.name })}
              className="flex min-h-12 w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover"
            >
              <Plus aria-hidden className="size-4 shrink-0 text-accent" />
              <span className="min-w-0 break-words">
                {article.name} <span className="font-mono text-xs text-muted">{article.sku}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found?.articles.length === 0 ? <p className="text-sm text-muted">{t('noArticle')}</p> : null}
    </fieldset>
  )
}
