'use client'

import { ErrorPage } from '@/components/error-page'

export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="mx-auto max-w-3xl px-4 py-16 sm:px-8">
      <ErrorPage digest={error.digest} retry={retry} />
    </main>
  )
}
