import { LoadingText } from './loading-text'
import { Skeleton } from './states'

/** Holds the place of a list while it loads: the fallback of a `Suspense` in a page that has already checked access. */
export const ListSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div aria-busy="true" className="flex flex-col gap-3">
    <LoadingText />
    {Array.from({ length: rows }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
      <Skeleton key={i} className="h-12 w-full" />
    ))}
  </div>
)
