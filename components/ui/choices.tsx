'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn'

/*
 * Checkboxes, radio buttons and switches are the browser's own, with other styles: they work without a script, within any form,
 * and every assistive technology knows them.
 */

const box = cn(
  'peer mt-0.5 size-4.5 shrink-0 cursor-pointer appearance-none border border-control bg-canvas transition-colors',
  'checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50',
)

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** A box to tick, with its label beside it. */
export function Checkbox({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {(wiring) => (
        <>
          <input {...wiring} {...rest} type="checkbox" className={cn(box, 'rounded-sm')} />
          <svg
            aria-hidden="true"
            viewBox="0 0 18 18"
            className="pointer-events-none absolute top-0.5 left-0 size-4.5 fill-none stroke-on-accent stroke-2 opacity-0 peer-checked:opacity-100"
          >
            <path d="m4.5 9.5 3 3 6-7" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </>
      )}
    </Choice>
  )
}

/** One of several, all with the same `name`: put them in a `FieldGroup`. */
export function Radio({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {(wiring) => (
        <>
          <input {...wiring} {...rest} type="radio" className={cn(box, 'rounded-full')} />
          <span
            aria-hidden
            className="pointer-events-none absolute top-2 left-1.5 size-1.5 rounded-full bg-on-accent opacity-0 peer-checked:opacity-100"
          />
        </>
      )}
    </Choice>
  )
}

/** A group of `Radio`s from a list: the label of the group is the `FieldGroup`'s. */
export function RadioGroup(props: {
  name: string
  options: readonly { value: string; label: ReactNode; hint?: ReactNode }[]
  defaultValue?: string
  className?: string
}) {
  return (
    <div className={cn('flex flex-col gap-2.5', props.className)}>
      {props.options.map(({ value, label, hint }) => (
        <Radio
          key={value}
          name={props.name}
          value={value}
          label={label}
          hint={hint}
          defaultChecked={value === props.defaultValue}
        />
      ))}
    </div>
  )
}

function Choice(props: {
  label: ReactNode
  hint: ReactNode
  className: string | undefined
  children: (wiring: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  const hint = props.hint === undefined ? undefined : `${id}-hint`
  return (
    <div className={cn('relative flex gap-2.5', props.className)}>
      {props.children({ id, 'aria-describedby': hint })}
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="cursor-pointer">
          {props.label}
        </label>
        {hint === undefined ? null : (
          <p id={hint} className="text-xs text-pretty text-muted">
            {props.hint}
          </p>
        )}
      </div>
    </div>
  )
}
