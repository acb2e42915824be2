'use client'

import { useState } from 'react'
import type { Parts } from './parts-of'

/**
 * Does what needs a module once it is there, loaded if it has to be. While it loads (`waiting`) a further wish is not heard; when it can't
 * be had (`failed`) the page says so, and the next wish tries again, whatever is left over of the one before.
 */
export function useLoaded(loads: Pick<Parts<object>, 'load' | 'isLoaded'>) {
  const [state, setState] = useState<'ready' | 'waiting' | 'failed'>('ready')
  const whenLoaded = async (act: () => void): Promise<void> => {
    if (state === 'waiting') return
    if (!loads.isLoaded()) setState('waiting')
    // A module is several scripts. The bundler's runtime asks for each by itself, and again within 600 ms: an earlier wish fails with the
    // first that is lost, and the others, lost later, are what this one waits for. Only what is lost twice was asked for by this one.
    const lost = new Set<string>()
    while (!loads.isLoaded()) {
      try {
        await loads.load()
      } catch (error) {
        if (lost.has(String(error))) return setState('failed')
        lost.add(String(error))
      }
    }
    setState('ready')
    act()
  }
  return { state, whenLoaded, forget: () => state === 'failed' && setState('ready') }
}
