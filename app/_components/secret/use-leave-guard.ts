'use client'

import { useEffect, useEffectEvent } from 'react'

/**
 * While `active`, leaving the page asks first: the browser itself asks before a reload or another page, and `onBack` is called instead
 * of going back.
 */
export function useLeaveGuard(active: boolean, onBack: () => void): void {
  const stopped = useEffectEvent(onBack)
  useEffect(() => {
    if (!active) return
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const standHere = () => window.history.pushState(null, '')
    const back = () => {
      standHere()
      stopped()
    }
    let isLeaving = false
    const leave = () => {
      isLeaving = true
    }
    standHere()
    window.addEventListener('pagehide', leave, { capture: true })
    window.addEventListener('beforeunload', beforeUnload)
    window.addEventListener('popstate', back)
    return () => {
      window.removeEventListener('beforeunload', beforeUnload)
      window.removeEventListener('popstate', back)
      window.removeEventListener('pagehide', leave, { capture: true })
      // Removes the history entry that `standHere` added.
      if (!isLeaving) window.history.back()
    }
  }, [active])
}
