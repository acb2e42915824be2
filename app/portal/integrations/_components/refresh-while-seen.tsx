'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 10_000
const patienceMs = 30 * 60_000

/**
 * Asks for the page anew while somebody sees it. The asking stops after half an hour, so that a forgotten window does not keep its session
 * from going idle.
 */
export function RefreshWhileSeen(): null {
  const router = useRouter()
  useEffect(() => {
    const giveUpAt = Date.now() + patienceMs
    const timer = setInterval(() => {
      if (Date.now() > giveUpAt) clearInterval(timer)
      else if (document.visibilityState === 'visible') router.refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [router])
  return null
}
