'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, startTransition, useActionState, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import { textOfCode } from '@/lib/language/text-of-code'
import type { FaultTexts } from '@/lib/messages/messages'
import type { FormState, OfficeField } from '@/lib/web/form-state'
import { cn } from './cn'
import { FormProvider } from './form-context'
import { useOfficeOfPage } from './office-of-page'

const officeField: OfficeField = 'office'

type FormProps<Value> = {
  /** A server action, which answers with the form's next state. */
  action: (state: FormState<Value>, entries: FormData) => Promise<FormState<Value>>
  /** The namespace that has the sentences for its refusals. */
  faults: FaultTexts
  onDone?: (value: Value) => void
  onRefused?: (refusal: Extract<FormState<Value>, { status: 'refused' }>) => void
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/**
 * The one way to send something: it shows a pending state, the sentence of a refusal beside its field, and a summary that takes
 * the focus. What was typed stays. It works before the script has loaded.
 */
export function Form<Value = undefined>({
  action,
  faults,
  onDone,
  onRefused,
  className,
  children,
  ...rest
}: FormProps<Value>) {
  // Before the script has loaded, and without it, the browser sends the form by itself: the page comes back with this state.
  const [served, send] = useActionState<FormState<Value>, FormData>(action, {
    status: 'idle',
  } as Awaited<FormState<Value>>)
  const [state, dispatch, pending] = useActionState<FormState<Value>, FormData>(
    async (previous, entries) => {
      try {
        const next = await action(previous, entries)
        // Called here and not in an effect, because the page that comes with the answer may no longer contain this form.
        if (next.status === 'done') onDone?.(next.value)
        return next
      } catch (error) {
        if (isNavigation(error)) throw error
        return { status: 'refused', code: unreachable }
      }
    },
    served as Awaited<FormState<Value>>,
  )
  const summary = useRef<HTMLDivElement>(null)
  const settle = useEffectEvent((next: FormState<Value>) => {
    if (next.status !== 'refused') return
    onRefused?.(next)
    summary.current?.focus()
  })
  useEffect(() => settle(state), [state])
  const text = useFaultText(faults)
  const office = useOfficeOfPage()
  const fault =
    state.status === 'refused' && state.field !== undefined ? { field: state.field, text: text(state) } : undefined

  return (
    <FormProvider value={{ pending, fault }}>
      <form
        {...rest}
        action={send}
        noValidate
        aria-busy={pending}
        className={cn('flex flex-col gap-5', className)}
        onSubmit={(event) => {
          // Sent by hand, because React empties a form that it sends by itself.
          event.preventDefault()
          if (pending) return
          const { submitter } = event.nativeEvent as SubmitEvent
          const entries = new FormData(event.currentTarget, submitter)
          startTransition(() => dispatch(entries))
        }}
      >
        {office === undefined ? null : <input type="hidden" name={officeField} value={office} />}
        {state.status === 'refused' ? <Refusal ref={summary} text={text(state)} requestId={state.requestId} /> : null}
        {children}
      </form>
    </FormProvider>
  )
}

function Refusal(props: { ref: React.Ref<HTMLDivElement>; text: string; requestId: string | undefined }) {
  const t = useTranslations('ui')
  const id = useId()
  return (
    <div
      ref={props.ref}
      role="alert"
      tabIndex={-1}
      aria-labelledby={id}
      className="flex gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p id={id} className="text-pretty">
          {props.text}
        </p>
        {props.requestId === undefined ? null : (
          <p className="mt-1 text-xs break-all">{t('requestId', { requestId: props.requestId })}</p>
        )}
      </div>
    </div>
  )
}

/** The code for a form that did not reach the server. */
const unreachable = 'unreachable'

/** The sentence for a code, from the form's own namespace; for a code without one, a sentence that the fault is ours. */
function useFaultText(namespace: FaultTexts) {
  const faults = useTranslations(namespace)
  const t = useTranslations('ui')
  return (state: { code: string; values?: Readonly<Record<string, string | number>> | undefined }): string => {
    if (state.code === unreachable) return t('offline')
    const own = { busy: 'busy', office_changed: 'officeChanged' } as const
    return textOfCode(faults, state.code, state.values) ?? t(own[state.code as keyof typeof own] ?? 'unexpected')
  }
}

/** Redirects and the like travel as errors, which Next catches further up. */
const isNavigation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'digest' in error && String(error.digest).startsWith('NEXT_')
