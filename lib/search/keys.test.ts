import { describe, expect, it } from 'vitest'
import { shortcutOf } from './keys'

const pressed = (key: string, held: Partial<Parameters<typeof shortcutOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...held,
})

const page = { writes: false, singleKeys: true }
const field = { writes: true, singleKeys: true }
const off = { writes: false, singleKeys: false }

describe('a key of the office', () => {
  it('is Ctrl-K or ⌘K everywhere, also in a field and with single keys turned off', () => {
    for (const place of [page, field, off]) {
      for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
        expect(shortcutOf(pressed('k', held), place)).toBe('search')
        expect(shortcutOf(pressed('K', held), place)).toBe('search')
      }
    }
  })

  it('is a single one only where it writes nothing, and only where they are on (WCAG 2.1.4)', () => {
    const meanings = { '/': 'search', '?': 'keys', j: 'next', k: 'previous' }
    for (const [key, meaning] of Object.entries(meanings)) {
      expect(shortcutOf(pressed(key), page)).toBe(meaning)
      expect(shortcutOf(pressed(key), field)).toBeUndefined()
      expect(shortcutOf(pressed(key), off)).toBeUndefined()
    }
  })

  it('is none that the browser or a text uses', () => {
    for (const key of ['a', 'J', 'Enter', 'Escape', 'Tab', 'toString']) {
      expect(shortcutOf(pressed(key), page)).toBeUndefined()
    }
    const taken = [
      { altKey: true },
      { isComposing: true },
      { defaultPrevented: true },
      { ctrlKey: true, metaKey: true },
      { ctrlKey: true, altKey: true },
    ]
    for (const held of taken) expect(shortcutOf(pressed('k', held), page)).toBeUndefined()
    expect(shortcutOf(pressed('/', { ctrlKey: true }), page)).toBeUndefined()
  })
})
