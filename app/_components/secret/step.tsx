import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '@/components/ui/spinner'

/** Something that is awaited, and then says that it has come. */
export function Step(props: { done: ReactNode; waiting: string; paused: boolean }) {
  const isDone = props.done !== undefined
  return (
    <p className="flex items-start gap-2.5">
      {isDone ? (
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      ) : (
        <Spinner isStill={props.paused} className="mt-0.5 size-4 text-muted" />
      )}
      <span className={isDone ? 'font-medium' : 'text-muted'}>{isDone ? props.done : props.waiting}</span>
    </p>
  )
}
