import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { homePath, ownPath } from './own-path'

describe('the path after signing in', () => {
  it.each(['/portal/integrations', '/portal/activity?from=2026-11-01&actor=5', '/account', '/invitation?token=abc'])(
    'is %s when it is one of ours',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    'https:evil.example',
    'https://evil.example/portal',
    '%2f%2fevil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/portal/..//evil.example',
    ' /portal',
    '',
    null,
    undefined,
  ])('is the portal when %j was asked for (P-15)', (asked) => {
    expect(ownPath(asked)).toBe(homePath)
  })

  it('never leads to another origin, whatever is asked for', () => {
    const parts = fc.constantFrom('/', '\\', '..', '.', '%2f', ':', '@', 'evil.example', 'https:', '?', '#', '\t', 'a')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (asked) => {
        const path = ownPath(asked.join(''))
        expect(new URL(path, 'https://office.example').origin).toBe('https://office.example')
        expect(path).toMatch(/^\/(?!\/)/)
      }),
    )
  })
})
