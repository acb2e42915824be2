'use client'

import { lazy, Suspense } from 'react'

const Shown = lazy(() => import('./error-shown'))

/**
 * What a page shows when it could not be rendered. Its code is loaded when it is needed; where that fails too, the page of
 * `app/global-error.tsx` shows, which needs nothing.
 */
export function ErrorPage(props: { digest: string | undefined; retry: () => void }) {
  return (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  )
}
