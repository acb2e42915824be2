'use client'

import { usePathname, useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useState } from 'react'
import { partsOf } from '../ui/parts-of'
import { Unavailable } from '../ui/unavailable'
import type { SearchProps } from './search-dialog'

const dialogs = partsOf(() => import('./search-dialog'))
const SearchDialog = dialogs.part('SearchDialog')
const KeysDialog = dialogs.part('KeysDialog')

type Opened = 'search' | 'keys'

const Open = createContext<(what: Opened) => unknown>(() => {})

/** Opens the search, or the list of keys. */
export const useOpenSearch = () => useContext(Open)

/**
 * The keys of an office, and the two dialogs that they open. The dialogs are loaded when they are first asked for, so that no
 * page waits for them.
 */
export function OfficeKeys({ search, children }: { search: SearchProps; children: ReactNode }) {
  const path = usePathname()
  // With the page above which it was opened: what leads to another page closes it.
  const [opened, setOpened] = useState<{ what: Opened; path: string }>()
  const [failed, setFailed] = useState(false)
  const open = useCallback(
    async (what: Opened) => {
      try {
        await dialogs.load()
        setOpened({ what, path })
        setFailed(false)
        return true
      } catch {
        setFailed(true)
        return false
      }
    },
    [path],
  )

  const router = useRouter()
  const opens = useEffectEvent((what: Opened) => open(what))
  useEffect(() => {
    // Until the module of the keys is there, the one that the browser would take for itself is heard here.
    const onEarlyKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey) return
      event.preventDefault()
      opens('search')
    }
    document.addEventListener('keydown', onEarlyKey)
    const ends = [() => document.removeEventListener('keydown', onEarlyKey)]
    const end = () => {
      for (const one of ends.splice(0)) one()
    }
    let over = false
    import('./after-paint').then(
      ({ fetchAhead, hearKeys }) => {
        if (over) return
        end()
        ends.push(fetchAhead(router), hearKeys(opens))
      },
      // Without it a page is fetched when it is asked for, and the search opens by its button and by that key.
      () => {},
    )
    return () => {
      over = true
      end()
    }
  }, [router])

  const close = () => setOpened(undefined)
  const isOpen = (what: Opened) => opened?.what === what && opened.path === path
  return (
    <Open value={open}>
      {children}
      {failed ? <Unavailable /> : null}
      <SearchDialog
        search={search}
        open={isOpen('search')}
        onClose={close}
        onKeys={() => setOpened({ what: 'keys', path })}
      />
      <KeysDialog open={isOpen('keys')} onClose={close} />
    </Open>
  )
}
