'use client'

import type { ReactNode } from 'react'
import { FormProvider } from './form-context'
import { type Sending, useSending } from './use-sending'

const noFaults: ReadonlyMap<string, string> = new Map()

/** A form of one button, which sends `entries`: nothing is typed in it, so it guards nothing. Of a row of a list. */
export function ButtonForm<Value = undefined>({
  entries,
  children,
  ...sending
}: Omit<Sending<Value>, 'onSend'> & {
  entries: Readonly<Record<string, string | number>>
  /** The button. */
  children: ReactNode
}) {
  const { form, office, pending, told } = useSending(sending)
  return (
    <FormProvider value={{ pending, faults: noFaults }}>
      <form {...form} className="flex flex-col items-end gap-2 max-sm:items-start">
        {office === undefined ? null : <input {...office} />}
        {Object.entries(entries).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {told.map(({ text }) => (
          <p key={text} role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-sm text-pretty text-danger">
            {text}
          </p>
        ))}
        {children}
      </form>
    </FormProvider>
  )
}
