'use client'

import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ViewDialogs } from './view-dialogs'

const Dialogs = lazy(async () => ({ default: (await import('./view-dialogs')).ViewDialogs }))

/** What can be done with views, loaded when the menu around it opens for the first time. */
export function ViewEditing(props: ComponentProps<typeof ViewDialogs>) {
  const here = useRef<HTMLDivElement>(null)
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const menu = here.current?.closest('[popover]')
    const onToggle = () => setUsed(true)
    menu?.addEventListener('toggle', onToggle, { once: true })
    return () => menu?.removeEventListener('toggle', onToggle)
  }, [])
  return (
    <div ref={here} className="min-h-9">
      {used ? (
        <Suspense fallback={null}>
          <Dialogs {...props} />
        </Suspense>
      ) : null}
    </div>
  )
}
