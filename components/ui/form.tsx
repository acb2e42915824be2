'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, startTransition, useActionState, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import { textOfCode } from '@/lib/language/text-of-code'
import type { FaultTexts } from '@/lib/messages/messages'
import type { FormState, OfficeField } from '@/lib/web/form-state'
import { Button } from './button'
import { cn } from './cn'
import { AlertDialog, DialogClose, DialogFooter, loadDialog } from './dialog'
import { FormProvider } from './form-context'
import { useOfficeOfPage } from './office-of-page'
import { useUnsentGuard } from './unsent'

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
 * The one way to send something: it shows a pending state, the sentence of each fault beside its field, and all of them together
 * above. The first field at fault takes the focus; if there is none, the summary does. What was typed stays. It works before the
 * script has loaded.
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
  const form = useRef<HTMLFormElement>(null)
  const guard = useUnsentGuard(form)
  // Before the script has loaded, and without it, the browser sends the form by itself: the page comes back with this state.
  const [served, send] = useActionState<FormState<Value>, FormData>(action, {
    status: 'idle',
  } as Awaited<FormState<Value>>)
  const [state, dispatch, pending] = useActionState<FormState<Value>, FormData>(
    async (previous, entries) => {
      const takeBack = guard.onSend(entries)
      try {
        const next = await action(previous, entries)
        // Called here and not in an effect, because the page that comes with the answer may no longer contain this form.
        if (next.status === 'done') onDone?.(next.value)
        else takeBack()
        return next
      } catch (error) {
        if (isNavigation(error)) throw error
        takeBack()
        return { status: 'refused', code: unreachable }
      }
    },
    served as Awaited<FormState<Value>>,
  )
  const summary = useRef<HTMLDivElement>(null)
  const settle = useEffectEvent((next: FormState<Value>) => {
    if (next.status !== 'refused') return
    onRefused?.(next)
    // After what the refusal brings, such as the field of a code, is on the page.
    requestAnimationFrame(() => {
      const first = form.current?.querySelector('[data-faulty]')
      if (!focusIn(first)) summary.current?.focus()
    })
  })
  useEffect(() => settle(state), [state])
  const text = useFaultText(faults)
  const office = useOfficeOfPage()
  const told = state.status === 'refused' ? [state, ...(state.further ?? [])] : []
  const ofFields = new Map(
    told.flatMap((fault) => (fault.field === undefined ? [] : [[fault.field, text(fault)] as const])),
  )

  return (
    <FormProvider value={{ pending, faults: ofFields }}>
      <form
        {...rest}
        ref={form}
        action={send}
        noValidate
        aria-busy={pending}
        className={cn('flex flex-col gap-5', className)}
        onFocus={() => {
          guard.onTouch()
          loadDialog()
        }}
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
        {state.status === 'refused' ? (
          <Refusal
            ref={summary}
            faults={told.map((fault) => ({ field: fault.field, text: text(fault) }))}
            requestId={state.requestId}
            onChoose={(field) => focusIn(form.current?.querySelector(`[data-field="${CSS.escape(field)}"]`))}
          />
        ) : null}
        {children}
      </form>
      <LeaveQuestion {...guard.question} />
    </FormProvider>
  )
}

/** Asks whether what was typed may be lost. */
function LeaveQuestion({ isOpen, stay, leave }: { isOpen: boolean; stay: () => void; leave: () => void }) {
  const t = useTranslations('ui')
  return (
    <AlertDialog
      title={t('unsentTitle')}
      description={t('unsentText')}
      size="small"
      open={isOpen}
      onOpenChange={(open) => !open && stay()}
    >
      <DialogFooter>
        <DialogClose>
          <Button>{t('unsentStay')}</Button>
        </DialogClose>
        <Button variant="danger" onClick={leave}>
          {t('unsentLeave')}
        </Button>
      </DialogFooter>
    </AlertDialog>
  )
}

type ToldFault = { readonly field: string | undefined; readonly text: string }

/** What is wrong, in one sentence or as a list whose entries lead to their fields. */
function Refusal(props: {
  ref: React.Ref<HTMLDivElement>
  faults: readonly ToldFault[]
  requestId: string | undefined
  onChoose: (field: string) => void
}) {
  const t = useTranslations('ui')
  const id = useId()
  const [only] = props.faults
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
          {props.faults.length === 1 ? only?.text : t('faultsFound', { count: props.faults.length })}
        </p>
        {props.faults.length === 1 ? null : (
          <ul className="mt-1.5 flex list-disc flex-col gap-0.5 pl-4">
            {props.faults.map(({ field, text }) => (
              <li key={field ?? text}>
                {field === undefined ? (
                  text
                ) : (
                  <button
                    type="button"
                    onClick={() => props.onChoose(field)}
                    className="rounded-sm text-left text-pretty underline decoration-danger/40 underline-offset-4 hover:decoration-danger"
                  >
                    {text}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {props.requestId === undefined ? null : (
          <p className="mt-1 text-xs break-all">{t('requestId', { requestId: props.requestId })}</p>
        )}
      </div>
    </div>
  )
}

/** Gives the focus to the control of a field, where the reader sees it with its label and its fault; false without one. */
function focusIn(field: Element | null | undefined): boolean {
  const controls = field?.querySelectorAll<HTMLElement>(
    'input:not([type=hidden], [hidden], [aria-hidden=true]), select, textarea, button',
  )
  const control = [...(controls ?? [])].find((one) => one.getClientRects().length > 0)
  if (!control) return false
  control.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
  return true
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
