import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { textOfCode } from './text-of-code'

const texts = createTranslator({
  locale: 'es-DO',
  messages: { reasons: { repeated: 'Repite la línea {line}.', missing: 'Falta el SKU.' } },
  namespace: 'reasons',
})

describe('the text of a code', () => {
  it('is found by a code that is known at run time alone, with its values filled in', () => {
    const codes: readonly string[] = ['missing', 'repeated']
    expect(codes.map((code) => textOfCode(texts, code, { line: 3 }))).toEqual(['Falta el SKU.', 'Repite la línea 3.'])
  })

  it('is undefined for a code that has none, so that who asks says what then', () => {
    expect(textOfCode(texts, 'never_heard_of')).toBeUndefined()
  })
})
