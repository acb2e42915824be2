import { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types'
import type { useRouter } from 'next/navigation'

/** A pointer that only crosses a row stays less. */
const restMs = 80

/** How long Next keeps what was fetched ahead (`next.config.js`). */
const keptMs = 30_000

/**
 * Fetches the page of a row (`data-ahead`) when a mouse rests on it or the focus comes to it, each page once while
 * it is kept, so that it is there when it is asked for. Returns what ends it.
 *
 * Nothing is fetched for a finger, which scrolls; nor for who asked their browser to save data. Each fetch counts as activity of the
 * session, as the hand that moves the mouse is.
 */
export function fetchAhead(router: ReturnType<typeof useRouter>): () => void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true) return () => {}
  const fetched = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const fetchOne = (link: HTMLAnchorElement) => {
    const href = link.pathname + link.search
    const now = performance.now()
    if (now - (fetched.get(href) ?? -keptMs) < keptMs) return
    fetched.set(href, now)
    router.prefetch(href, { kind: PrefetchKind.FULL })
  }
  const rest = (link: HTMLAnchorElement | null) => {
    clearTimeout(timer)
    if (link !== null) timer = setTimeout(() => fetchOne(link), restMs)
  }
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') rest(linkOf(event.target))
  }
  const onFocus = (event: FocusEvent) => rest(linkOf(event.target))
  document.addEventListener('pointerover', onPointer, { passive: true })
  document.addEventListener('focusin', onFocus)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', onPointer)
    document.removeEventListener('focusin', onFocus)
  }
}

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? (target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-ahead]') ?? null) : null
