import { cache } from 'react'
import { type Formats, formats } from '@/lib/language/formats'
import type { Namespace } from '@/lib/messages/messages'
import { translatorOf } from '@/lib/messages/translator'
import { pageLanguage } from './language'

/** The texts of a namespace in the reader's language, for server components and actions. */
export const translations = async <Name extends Namespace>(namespace: Name) =>
  translatorOf(await pageLanguage(), namespace)

/** Dates, amounts and numbers in the reader's language. */
export const pageFormats = cache(async (): Promise<Formats> => formats(await pageLanguage()))
