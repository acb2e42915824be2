'use client'

import { createContext, useContext } from 'react'

/** What the parts of a form know of it. */
export type FormContext = {
  readonly pending: boolean
  /** The sentence about the field at fault. */
  readonly fault: { readonly field: string; readonly text: string } | undefined
}

const Context = createContext<FormContext | undefined>(undefined)

export const FormProvider = Context.Provider

export const useFormContext = () => useContext(Context)
