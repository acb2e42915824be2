'use client'

import { useEffect, useState } from 'react'
import type { Calls } from '../answers'
import { ask } from './ask'

const everyMs = 3_000
const patienceMs = 15 * 60_000

/**
 * When the credential was used since its hand-off was opened: asked for while the page is visible, until there was the last
 * that is awaited.
 */
export function useCalls(watch: string, last: keyof Calls): { calls: Calls | undefined; paused: boolean } {
  const [calls, setCalls] = useState<Calls>()
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const giveUpAt = Date.now() + patienceMs
    const look = async () => {
      const answer = document.visibilityState === 'visible' ? await ask<Calls>('calls', { watch }) : undefined
      if (isOver) return
      if (answer && 'value' in answer) {
        setCalls(answer.value)
        if (answer.value[last] !== null) return
      }
      if (Date.now() > giveUpAt || (answer && 'refused' in answer && answer.refused === 'dead')) setPaused(true)
      else timer = setTimeout(look, everyMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [watch, last])
  return { calls, paused }
}
