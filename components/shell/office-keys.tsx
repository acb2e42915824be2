'use client'

import { usePathname, useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { shortcutOf } from '@/lib/search/keys'
import { moveToRow, takesKeys } from './rows'
import type { SearchProps } from './search-dialog'
import { areSingleKeysOn } from './single-keys'

type Opened = 'search' | 'keys'

const Open = createContext<(what: Opened) => void>(() => {})

/** Opens the search, or the list of keys. */
export const useOpenSearch = () => useContext(Open)

/**
 * The keys of an office, and the two dialogs that they open. The dialogs are loaded when they are first asked for, so that no
 * page waits for them.
 */
export function OfficeKeys({ search, children }: { search: SearchProps; children: ReactNode }) {
  const t = useTranslations('search')
  const path = usePathname()
  const [dialogs, setDialogs] = useState<typeof import('./search-dialog')>()
  // With the page above which it was opened: what leads to another page closes it.
  const [opened, setOpened] = useState<{ what: Opened; path: string }>()
  const [failed, setFailed] = useState(false)
  const loading = useRef(false)

  const open = useCallback(
    async (what: Opened) => {
      if (loading.current) return
      loading.current = true
      try {
        setDialogs(await import('./search-dialog'))
        setOpened({ what, path })
        setFailed(false)
      } catch {
        setFailed(true)
      } finally {
        loading.current = false
      }
    },
    [path],
  )

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const place = { writes: takesKeys(event.target), singleKeys: areSingleKeysOn() }
      const shortcut = shortcutOf(event, place)
      if (shortcut === undefined) return
      // Something else is open above the page: it is closed first. A toast is a dialog too, and is not in the way.
      const isBelow =
        document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu]') !== null
      if (shortcut === 'search' || shortcut === 'keys') {
        event.preventDefault()
        if (!isBelow) void open(shortcut)
      } else if (!isBelow) {
        event.preventDefault()
        moveToRow(shortcut)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])

  const router = useRouter()
  useEffect(() => {
    let end: (() => void) | undefined
    let over = false
    import('./fetch-ahead').then(
      ({ fetchAhead }) => {
        if (!over) end = fetchAhead(router)
      },
      // Without it a page is fetched when it is asked for.
      () => {},
    )
    return () => {
      over = true
      end?.()
    }
  }, [router])

  const close = () => setOpened(undefined)
  const isOpen = (what: Opened) => opened?.what === what && opened.path === path
  return (
    <Open value={open}>
      {children}
      {failed ? (
        <p
          role="alert"
          className="fixed inset-x-4 top-4 z-60 mx-auto max-w-md rounded-lg bg-danger-soft px-4 py-3 text-sm text-ink"
        >
          {t('unavailable')}
        </p>
      ) : null}
      {dialogs === undefined ? null : (
        <>
          <dialogs.SearchDialog
            search={search}
            open={isOpen('search')}
            onClose={close}
            onKeys={() => setOpened({ what: 'keys', path })}
          />
          <dialogs.KeysDialog open={isOpen('keys')} onClose={close} />
        </>
      )}
    </Open>
  )
}
