import { createTranslator } from 'use-intl/core'
import { type Language, localeOf } from '@/lib/language/language'
import { messages, type Namespace } from './messages'

/** The texts of a namespace in that language: for pages, and for who knows the reader otherwise, such as a mail. */
export const translatorOf = <Name extends Namespace>(language: Language, namespace: Name) =>
  createTranslator({ locale: localeOf[language], messages: messages[language], namespace })
