'use client'

import { type FormEvent, startTransition, useActionState } from 'react'
import { useTranslations } from '@/components/texts'
import { textOfCode } from '@/lib/language/text-of-code'
import type { FaultTexts } from '@/lib/messages/messages'
import type { FormState, OfficeField } from '@/lib/web/form-state'
import { useOfficeOfPage } from './office-of-page'

const officeField: OfficeField = 'office'

export type Refusal<Value> = Extract<FormState<Value>, { status: 'refused' }>

export type Sending<Value> = {
  /** A server action, which answers with the form's next state. */
  action: (state: FormState<Value>, entries: FormData) => Promise<FormState<Value>>
  /** The namespace that has the sentences for its refusals. */
  faults: FaultTexts
  onDone?: ((value: Value) => void) | undefined
  /** Called as it is sent; what it returns is called when it was not done. */
  onSend?: (entries: FormData) => () => void
}

/** How a form is sent: once at a time, with the sentences of what was refused. It works before the script has loaded. */
export function useSending<Value>({ action, faults, onDone, onSend }: Sending<Value>) {
  // Before the script has loaded, and without it, the browser sends the form by itself: the page comes back with this state.
  const [served, send] = useActionState<FormState<Value>, FormData>(action, {
    status: 'idle',
  } as Awaited<FormState<Value>>)
  const [state, dispatch, pending] = useActionState<FormState<Value>, FormData>(
    async (previous, entries) => {
      const takeBack = onSend?.(entries)
      try {
        const next = await action(previous, entries)
        // Called here and not in an effect, because the page that comes with the answer may no longer contain this form.
        if (next.status === 'done') onDone?.(next.value)
        else takeBack?.()
        return next
      } catch (error) {
        if (isNavigation(error)) throw error
        takeBack?.()
        return { status: 'refused', code: unreachable }
      }
    },
    served as Awaited<FormState<Value>>,
  )
  const text = useFaultText(faults)
  const office = useOfficeOfPage()
  return {
    /** Of the `<form>`. */
    form: {
      action: send,
      noValidate: true,
      'aria-busy': pending,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        // Sent by hand, because React empties a form that it sends by itself.
        event.preventDefault()
        if (pending) return
        const { submitter } = event.nativeEvent as SubmitEvent
        const entries = new FormData(event.currentTarget, submitter)
        startTransition(() => dispatch(entries))
      },
    },
    /** The first thing in the form: the office of its page. */
    office: office === undefined ? undefined : { type: 'hidden', name: officeField, value: office },
    state,
    pending,
    /** Each fault of the last answer, in words. */
    told:
      state.status === 'refused'
        ? [state, ...(state.further ?? [])].map((fault) => ({ field: fault.field, text: text(fault) }))
        : [],
  }
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
