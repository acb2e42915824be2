import type { Language } from '@/lib/language/language'
import * as en from './en/all'
import * as es from './es/all'

/** Every text of the offices: Spanish is the source, and English has its shape. */
export type Messages = typeof es

export type Namespace = keyof Messages

export const messages: Readonly<Record<Language, Messages>> = { es, en: en as unknown as Messages }

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: 'es-DO' | 'en-US'
  }
}
