import { Search, X } from 'lucide-react'
import { translations } from '@/lib/web/translations'
import type { SearchTexts } from '../_script/search'

/** Opens the search of the documentation; without its script there is none, and no button. */
export async function SearchButton() {
  const t = await translations('search')
  return (
    <button
      type="button"
      data-open-search
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 w-full items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-sm text-muted shadow-control hover:bg-hover hover:text-ink noscript:hidden"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left">{t('open')}</span>
      <kbd aria-hidden data-search-key className="w-13 shrink-0 text-right font-sans text-xs">
        {`${t('keys.names.control')} K`}
      </kbd>
    </button>
  )
}

/** The dialog of the search, closed, with its parts to be copied by `_script/search.ts`: what it looks like stands here alone. */
export async function SearchDialog({ index }: { index: string }) {
  const [t, own, ui] = await Promise.all([translations('search'), translations('docsSearch'), translations('ui')])
  const texts: SearchTexts = {
    searching: t('searching'),
    one: t('found', { count: 1 }),
    several: t('found', { count: 2 }).replace('2', '{count}'),
    none: t('none', { text: '{text}' }),
    failed: t('failed'),
    kinds: {
      guides: own('kinds.guides'),
      reference: own('kinds.reference'),
      errors: own('kinds.errors'),
      changes: own('kinds.changes'),
    },
  }
  return (
    <dialog
      data-search={index}
      data-texts={JSON.stringify(texts)}
      aria-label={own('title')}
      className="mx-auto max-h-dvh w-full max-w-full flex-col overflow-hidden border-line bg-raised text-ink shadow-dialog backdrop:bg-backdrop open:flex max-sm:mt-0 max-sm:h-dvh sm:mt-[12vh] sm:max-h-[min(36rem,76dvh)] sm:max-w-xl sm:rounded-xl sm:border print:hidden"
    >
      <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
        <Search aria-hidden className="size-4.5 shrink-0" />
        <input
          type="text"
          role="combobox"
          aria-expanded={false}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-label={own('title')}
          placeholder={own('placeholder')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          className="h-13 min-w-0 flex-1 bg-transparent text-base text-ellipsis outline-none"
        />
        <button
          type="button"
          data-close
          aria-label={ui('close')}
          className="flex size-10 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </div>
      <div data-said className="flex flex-col items-start gap-2 p-4 text-sm data-aside:sr-only">
        <div role="status" className="wrap-anywhere" />
        <p data-hint hidden className="text-muted">
          {own('noneHint')}
        </p>
        <button type="button" data-again hidden className="font-medium text-accent hover:underline">
          {t('retry')}
        </button>
      </div>
      <div
        role="listbox"
        id="search-results"
        aria-label={t('results')}
        hidden
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      />
      <div className="mt-auto hidden items-center gap-4 border-t border-line px-4 py-2 text-xs text-muted sm:flex">
        <span>
          <kbd className="font-sans">↑ ↓</kbd> {t('choose')}
        </span>
        <span>
          <kbd className="font-sans">{t('keys.names.enter')}</kbd> {t('openIt')}
        </span>
        <span>
          <kbd className="font-sans">{t('keys.names.escape')}</kbd> {t('close')}
        </span>
      </div>
      <template data-group-part>
        {/* biome-ignore lint/a11y/useSemanticElements: groups of a listbox. */}
        <div role="group" className="not-last:mb-2">
          <div className="px-2.5 py-1 text-xs font-medium text-muted" />
        </div>
      </template>
      <template data-option-part>
        <a
          role="option"
          aria-selected={false}
          tabIndex={-1}
          href="/developers"
          className="flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 text-sm outline-none select-none aria-selected:bg-hover sm:min-h-9"
        >
          <bdi className="truncate font-medium" />
          <span className="truncate text-xs text-muted" />
        </a>
      </template>
    </dialog>
  )
}
