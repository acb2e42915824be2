'use client'

import { useState } from 'react'
import type { Parts } from './parts-of'

/**
 * Does what needs a module once it is there, loaded if it has to be. While it loads (`waiting`) a further wish is not heard; when it can't
 * be had (`failed`) the page says so, and the next wish tries again.
 */
export function useLoaded(loads: Pick<Parts<object>, 'load' | 'isLoaded'>) {
  const [state, setState] = useState<'ready' | 'waiting' | 'failed'>('ready')
  const whenLoaded = async (act: () => void): Promise<void> => {
    if (state === 'waiting') return
    if (!loads.isLoaded()) {
      setState('waiting')
      try {
        // What was asked for before the wish may fail of what is over by now: the wish asks once itself.
        await loads.load().catch(loads.load)
      } catch {
        setState('failed')
        return
      }
    }
    setState('ready')
    act()
  }
  return { state, whenLoaded, forget: () => state === 'failed' && setState('ready') }
}
