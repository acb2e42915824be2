import { createTranslator } from 'use-intl/core'
import format from 'use-intl/format-message/format-only'
import { expect, it } from 'vitest'
import { languages, localeOf } from '@/lib/language/language'
import { type CompiledTexts, compiledTexts } from './compiled'
import { messages, type Namespace } from './messages'

const formatters = {
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
}

/** Every text below, with the path of its key. */
function textsOf(
  tree: CompiledTexts,
  path = '',
): [path: string, text: Exclude<CompiledTexts[string], CompiledTexts>][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`
    return typeof value === 'string' || Array.isArray(value) ? [[here, value]] : textsOf(value, here)
  })
}

it('says in the browser, parsed beforehand, exactly what the server says', () => {
  let compared = 0
  for (const language of languages) {
    const locale = localeOf[language]
    for (const namespace of Object.keys(messages[language]) as Namespace[]) {
      const t = createTranslator({ locale, messages: messages[language] as Record<string, unknown>, namespace })
      for (const [key, text] of textsOf(compiledTexts(language, namespace))) {
        const source = textOf(messages[language], namespace, key)
        const names = new Set([...source.matchAll(/[{<](\w+)/g)].map(([, name]) => `${name}`))
        for (const number of names.size === 0 ? [0] : [0, 1, 2]) {
          const values = Object.fromEntries(
            [...names].map((name) => [name, source.includes(`<${name}>`) ? () => 'x' : number]),
          )
          const said = format(key, text, values as never, { formatters, locale } as never)
          expect(String(said), `${language} ${namespace}.${key}`).toBe(t.markup(key as never, values as never))
          compared += 1
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(2_000)
})

const textOf = (all: object, namespace: string, key: string): string =>
  String([namespace, ...key.split('.')].reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], all))
