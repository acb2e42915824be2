'use client'

import { usePathname, useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useState } from 'react'
import { Unavailable } from '../ui/unavailable'

type Opened = 'search' | 'keys'

const Open = createContext<(what: Opened) => unknown>(() => {})

/** Opens the search, or the list of keys. */
export const useOpenSearch = () => useContext(Open)

/** Which dialog is open, and what closes it or opens the other. */
type Shown = { readonly opened: Opened | undefined; readonly close: () => void; readonly showKeys: () => void }

type Props = {
  /** Loads the dialogs: when they are first asked for, so that no page waits for them. */
  load: () => Promise<unknown>
  /** Which there are. */
  opens: readonly Opened[]
  dialogs: (shown: Shown) => ReactNode
  children: ReactNode
}

/** The keys of a frame with a search, and the dialogs that they open. */
export function SearchKeys({ load, opens: known, dialogs, children }: Props) {
  const path = usePathname()
  // With the page above which it was opened: what leads to another page closes it.
  const [opened, setOpened] = useState<{ what: Opened; path: string }>()
  const [failed, setFailed] = useState(false)
  const open = useCallback(
    async (what: Opened) => {
      if (!known.includes(what)) return false
      try {
        await load()
        setOpened({ what, path })
        setFailed(false)
        return true
      } catch {
        setFailed(true)
        return false
      }
    },
    [path, load, known],
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

  return (
    <Open value={open}>
      {children}
      {failed ? <Unavailable /> : null}
      {dialogs({
        opened: opened?.path === path ? opened.what : undefined,
        close: () => setOpened(undefined),
        showKeys: () => setOpened({ what: 'keys', path }),
      })}
    </Open>
  )
}
