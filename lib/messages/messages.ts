import type { Language } from '@/lib/language/language'
import * as en from './en/all'
import * as es from './es/all'

/** Every text of the offices and of the mails: Spanish is the source, and English has its shape. */
export type Messages = typeof es

export type Namespace = keyof Messages

/** Where sentences of refusals are, each by its code: a namespace of them, or the `faults` within another. */
export type FaultTexts = {
  [Name in Namespace]: Name extends `${string}Faults`
    ? Name
    : Messages[Name] extends { readonly faults: object }
      ? `${Name}.faults`
      : never
}[Namespace]

export const messages: Readonly<Record<Language, Messages>> = { es, en: en as unknown as Messages }

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: 'es-DO' | 'en-US'
  }
}
