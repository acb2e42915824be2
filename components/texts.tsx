'use client'

import { cloneElement, createContext, isValidElement, type ReactNode, useContext, useMemo } from 'react'
import type { Locale, useTranslations as UseTranslations } from 'use-intl'
import formatMessage from 'use-intl/format-message/format-only'
import type { CompiledTexts } from '@/lib/messages/compiled'

/** The texts of the client components: the server parses them, so that no page loads the parser. */
type Given = { readonly locale: Locale; readonly texts: CompiledTexts }

const Context = createContext<Given>({ locale: 'es-DO', texts: {} })

/** Hands texts to the client components below, beside those that are already there. Pages use `<ClientTexts>`. */
export function TextsProvider(props: Given & { children: ReactNode }) {
  const above = useContext(Context)
  const given = useMemo(
    () => ({ locale: props.locale, texts: { ...above.texts, ...props.texts } }),
    [above, props.locale, props.texts],
  )
  return <Context value={given}>{props.children}</Context>
}

export const useLocale = (): Locale => useContext(Context).locale

/** The texts of a namespace, with the types and the formats of use-intl. */
export const useTranslations = ((namespace: string) => {
  const { locale, texts } = useContext(Context)
  return useMemo(() => translatorOf(locale, texts, namespace), [locale, texts, namespace])
}) as typeof UseTranslations

type Values = Parameters<typeof formatMessage>[2]

const formatters = {
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
}

function translatorOf(locale: Locale, texts: CompiledTexts, namespace: string) {
  const find = (key: string): CompiledTexts[string] | undefined =>
    `${namespace}.${key}`
      .split('.')
      .reduce<CompiledTexts[string] | undefined>(
        (tree, name) => (isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined),
        texts,
      )
  /** The name of a text that is not there stands in its place; the types find such a name first. */
  const format = (key: string, values?: Values) => {
    const text = find(key)
    if (text !== undefined && !isTree(text)) {
      return formatMessage(key, text, values, { formatters, locale, timeZone: 'America/Santo_Domingo' } as never)
    }
    return `${namespace}.${key}`
  }
  return Object.assign((key: string, values?: Values) => String(format(key, values)), {
    has: (key: string) => {
      const text = find(key)
      return text !== undefined && !isTree(text)
    },
    rich: (key: string, values: Readonly<Record<string, unknown>>) => format(key, withKeys(values)),
  })
}

const isTree = (text: CompiledTexts[string] | undefined): text is CompiledTexts =>
  typeof text === 'object' && !Array.isArray(text)

/** The elements that the tags of a rich text make, each with a key of its own. */
const withKeys = (values: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value]
      let made = 0
      return [
        name,
        (chunks: ReactNode) => {
          const element: ReactNode = value(chunks)
          made += 1
          return isValidElement(element) ? cloneElement(element, { key: `${name}${made}` }) : element
        },
      ]
    }),
  ) as Values
