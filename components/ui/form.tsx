'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import type { FormState } from '@/lib/web/form-state'
import { cn } from './cn'
import { FormProvider } from './form-context'
import { loadAhead, partsOf } from './parts-of'
import { useUnsentGuard } from './unsent'
import { type Refusal, type Sending, useSending } from './use-sending'

const question = partsOf(() => import('./leave-question'))
const LeaveQuestion = question.part('LeaveQuestion')

type FormProps<Value> = Omit<Sending<Value>, 'onSend'> & {
  onRefused?: (refusal: Refusal<Value>) => void
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
  const guard = useUnsentGuard(form, question.load)
  const sending = useSending({ action, faults, onDone, onSend: guard.onSend })
  const { state, pending, told } = sending
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
  const ofFields = new Map(told.flatMap(({ field, text }) => (field === undefined ? [] : [[field, text] as const])))

  return (
    <FormProvider value={{ pending, faults: ofFields }}>
      <form
        {...rest}
        {...sending.form}
        ref={form}
        className={cn('flex flex-col gap-5', className)}
        onFocus={() => {
          guard.onTouch()
          loadAhead(question)
        }}
      >
        {sending.office === undefined ? null : <input {...sending.office} />}
        {state.status === 'refused' ? (
          <RefusalSummary
            ref={summary}
            faults={told}
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

type ToldFault = { readonly field: string | undefined; readonly text: string }

/** What is wrong, in one sentence or as a list whose entries lead to their fields. */
function RefusalSummary(props: {
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
