'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from './cn'
import { useFormContext } from './form-context'

type Wiring = { id: string; name: string; describedBy: string | undefined; invalid: boolean }

const Context = createContext<Wiring | undefined>(undefined)

/** What a control within a `Field` puts on itself. */
export function useField() {
  const field = useContext(Context)
  if (field === undefined) return {}
  return {
    id: field.id,
    name: field.name,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

type FieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** Says "optional" beside the label; a field without it is required. */
  optional?: boolean
  /** A fault that the page itself found; faults from the server come through the `<Form>`. */
  error?: string | undefined
  /** What the page doubts in the answer, without refusing it. Announced when it appears. */
  warning?: string | undefined
  /** What stands beside the label, such as a link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A label, one control, a hint and what is wrong with it, wired for screen readers. */
export function Field({ name, label, hint, optional = false, error, warning, aside, className, children }: FieldProps) {
  const t = useTranslations('ui')
  const id = useId()
  const faults = useFormContext()?.faults
  const text = error ?? faults?.get(name)
  const doubt = text === undefined ? warning : undefined
  const describedBy = [text && `${id}-error`, doubt && `${id}-doubt`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  return (
    <Context value={{ id, name, describedBy: describedBy || undefined, invalid: text !== undefined }}>
      <div
        data-field={name}
        data-faulty={text === undefined ? undefined : ''}
        className={cn('flex flex-col gap-1.5', className)}
      >
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
            {optional ? <span className="ml-1.5 font-normal text-muted">({t('optional')})</span> : null}
          </label>
          {aside}
        </div>
        {children}
        {text === undefined ? null : <FieldError id={`${id}-error`} text={text} />}
        {doubt === undefined ? null : (
          <p id={`${id}-doubt`} role="status" className="flex items-start gap-1.5 text-xs text-pretty text-warning">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {doubt}
          </p>
        )}
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-xs text-pretty text-muted">
            {hint}
          </p>
        )}
      </div>
    </Context>
  )
}

/** A question with several controls: a `fieldset` with its legend, hint and fault. */
export function FieldGroup({
  name,
  label,
  hint,
  error,
  className,
  children,
}: Omit<FieldProps, 'optional' | 'aside' | 'warning'>) {
  const id = useId()
  const faults = useFormContext()?.faults
  const text = error ?? faults?.get(name)
  const describedBy = [text && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      data-field={name}
      data-faulty={text === undefined ? undefined : ''}
      aria-describedby={describedBy || undefined}
      className={cn('flex min-w-0 flex-col gap-2', className)}
    >
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="-mt-1.5 text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
      {children}
      {text === undefined ? null : <FieldError id={`${id}-error`} text={text} />}
    </fieldset>
  )
}

function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </p>
  )
}
