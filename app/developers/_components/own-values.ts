import { useEffect, useState } from 'react'
import type { SlotValues } from '@/lib/http/developers/slots'

/** A reader's own ids, and the names of what they are of. */
export type OwnValues = { readonly values: SlotValues; readonly names: string }

/** On its way for all snippets of a page, which ask at the same moment. */
let asked: Promise<OwnValues | null> | undefined

async function ask(): Promise<OwnValues | null> {
  try {
    // Who is not signed in is led away from there: nothing is known of them.
    const answer = await fetch('/portal/integrations/examples', { redirect: 'manual' })
    return answer.ok ? ((await answer.json()) as OwnValues) : null
  } catch {
    return null
  } finally {
    asked = undefined
  }
}

/** What a member who manages integrations has, asked for by the browser so that the page is the same for everybody; null for others. */
export function useOwnValues(): OwnValues | null {
  const [own, setOwn] = useState<OwnValues | null>(null)
  useEffect(() => {
    let isOver = false
    asked ??= ask()
    void asked.then((found) => {
      if (!isOver) setOwn(found)
    })
    return () => {
      isOver = true
    }
  }, [])
  return own
}
