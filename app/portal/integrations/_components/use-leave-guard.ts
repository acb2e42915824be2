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
    const standHere = () => window.history.pushState({ aliadoGuard: true }, '')
    const back = () => {
      standHere()
      stopped()
    }
    standHere()
    window.addEventListener('beforeunload', beforeUnload)
    window.addEventListener('popstate', back)
    return () => {
      window.removeEventListener('beforeunload', beforeUnload)
      window.removeEventListener('popstate', back)
      if (window.history.state?.aliadoGuard === true) window.history.back()
    }
  }, [active])
}
