'use client'

import { ErrorPage } from '@/components/error-page'

export default function OperatorError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <ErrorPage digest={error.digest} retry={retry} />
}
