import { describe, expect, it } from 'vitest'
import { terminalDetails, terminalOf } from './header'

describe('the terminal that a call names (D58)', () => {
  it.each(['1', 'CAJA-01', 'a.b_c:d-9', 'x'.repeat(64)])('is taken as it is: %s', (header) => {
    expect(terminalOf(header)).toBe(header)
    expect(terminalDetails(header)).toEqual({ terminal: header })
  })

  it.each(['', ' ', 'x'.repeat(65), 'caja 1', 'CAJA-01, CAJA-02', 'cajá', 'a/b', "a'b", '1\n'])(
    'is ignored when it is ill-formed, and told as such: %j',
    (header) => {
      expect(terminalOf(header)).toBeUndefined()
      expect(terminalDetails(header)).toEqual({ terminalIllFormed: true })
    },
  )

  it('is nothing without the header', () => {
    expect(terminalOf(null)).toBeUndefined()
  })
})
