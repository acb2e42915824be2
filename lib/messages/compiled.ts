import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import type { Language } from '@/lib/language/language'
import { messages, type Namespace } from './messages'

/** Texts as a browser needs them: parsed, by the names under which `messages` has them. */
export type CompiledTexts = { readonly [name: string]: CompiledMessage | CompiledTexts }

type Texts = { readonly [name: string]: string | Texts }

const compiled = new Map<string, CompiledTexts>()

/** The texts of a namespace, parsed once. */
export function compiledTexts(language: Language, namespace: Namespace): CompiledTexts {
  const key = `${language}.${namespace}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const texts = compileAll(messages[language][namespace])
  compiled.set(key, texts)
  return texts
}

const compileAll = (texts: Texts): CompiledTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? plain(compile(text)) : compileAll(text),
    ]),
  )

/** Objects of the compiler have no prototype, and React hands only plain ones to a browser. */
const plain = (text: CompiledMessage): CompiledMessage => JSON.parse(JSON.stringify(text))
