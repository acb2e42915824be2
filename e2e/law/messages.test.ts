import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { faultStatus } from '@/lib/kernel/fault'
import { languages, localeOf } from '@/lib/language/language'
import { messages } from '@/lib/messages/messages'
import { requestCodes } from '@/lib/requests/filter'
import { remediesOf } from '@/lib/requests/remedy'
import { filesUnder } from './files'

/** Laws of what the offices and the mails say. That each language has the keys of Spanish is held by the types. */

/** Every text with the path of its key. */
function textsOf(tree: object, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`
    return typeof value === 'string' ? [[here, value] as [string, string]] : textsOf(value, here)
  })
}

/** The arguments of an ICU message, each with its kind: braces within an argument open a text, and within a text an argument. */
function argumentsOf(text: string): string[] {
  const found = new Set<string>()
  let depth = 0
  for (const [i, letter] of [...text].entries()) {
    if (letter === '}') depth -= 1
    if (letter !== '{') continue
    const argument = /^\s*(\w+)\s*(?:,\s*(\w+))?/.exec(text.slice(i + 1))
    if (depth % 2 === 0 && argument) found.add(`${argument[1]}:${argument[2] ?? 'text'}`)
    depth += 1
  }
  return [...found].sort()
}

const tagsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/<(\w+)>/g)].map(([, tag]) => `${tag}`))].sort()

describe('the texts of the offices', () => {
  it('name the same arguments in every language', () => {
    const english = new Map(textsOf(messages.en))
    const differing = textsOf(messages.es).filter(([path, text]) => {
      const other = english.get(path) ?? ''
      return `${argumentsOf(text)} ${tagsOf(text)}` !== `${argumentsOf(other)} ${tagsOf(other)}`
    })
    expect(differing).toEqual([])
  })

  it('are messages that can be read, and none is empty', () => {
    const faults: string[] = []
    for (const language of languages) {
      const t = createTranslator({
        locale: localeOf[language],
        messages: messages[language] as Record<string, unknown>,
        onError: (error) => faults.push(`${language}: ${error.message}`),
      })
      for (const [path, text] of textsOf(messages[language])) {
        if (text.trim() === '') faults.push(`${language}: ${path} is empty`)
        const values = Object.fromEntries(argumentsOf(text).map((argument) => [argument.split(':')[0], 1]))
        const tags = Object.fromEntries(tagsOf(text).map((tag) => [tag, () => '']))
        t.markup(path as never, { ...values, ...tags } as never)
      }
    }
    expect(faults).toEqual([])
  })

  it('are all handed out: every file of texts is in the list of its language', () => {
    for (const language of languages) {
      const files = filesUnder([`lib/messages/${language}`], /\.ts$/).filter((file) => !file.endsWith('/all.ts'))
      expect(Object.keys(messages[language]).length).toBe(files.length)
    }
  })
})

describe('every code that a call can fail with', () => {
  it('has a remedy in every language, whatever is known of the call (issue 12, 5)', () => {
    const codes = [...new Set([...Object.keys(faultStatus), ...requestCodes])]
    const mute = codes.filter((code) => {
      const said = remediesOf(
        {
          code,
          operation: 'applyDiscount',
          requestId: 'req',
          reference: null,
          credential: { kind: 'api_key', id: 1 },
          credentialName: 'POS',
          details: {},
        },
        {},
      )
      return said.length === 0 || said.some(({ text }) => languages.some((one) => !messages[one].remedies.texts[text]))
    })
    expect(codes.length).toBeGreaterThan(25)
    expect(mute).toEqual([])
  })
})
