import { cache } from 'react'
import { createTranslator } from 'use-intl/core'
import { type Formats, formats } from '@/lib/language/formats'
import { type Language, localeOf } from '@/lib/language/language'
import { messages, type Namespace } from '@/lib/messages/messages'
import { pageLanguage } from './language'

/** The texts of a namespace in that language, for who knows the reader otherwise, such as a mail. */
export const translationsIn = <Name extends Namespace>(language: Language, namespace: Name) =>
  createTranslator({ locale: localeOf[language], messages: messages[language], namespace })

/** The texts of a namespace in the reader's language, for server components and actions. */
export const translations = async <Name extends Namespace>(namespace: Name) =>
  translationsIn(await pageLanguage(), namespace)

/** Dates, amounts and numbers in the reader's language. */
export const pageFormats = cache(async (): Promise<Formats> => formats(await pageLanguage()))
