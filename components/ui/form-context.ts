'use client'

import { createContext, useContext } from 'react'

/** What the parts of a form know of it. */
export type FormContext = {
  readonly pending: boolean
  /** The sentence about each field at fault, by the field's name. */
  readonly faults: ReadonlyMap<string, string>
}

const Context = createContext<FormContext | undefined>(undefined)

export const FormProvider = Context.Provider

export const useFormContext = () => useContext(Context)
