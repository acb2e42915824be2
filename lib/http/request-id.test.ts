import { expect, it } from 'vitest'
import { requestIdOfHeader } from './request-id'

it('is the one that came where that is well-formed, and a new one else (D5)', () => {
  expect(requestIdOfHeader('caja-7.2026_11')).toBe('caja-7.2026_11')
  for (const given of [null, '', 'ñ', 'a b', 'x'.repeat(65)]) {
    expect(requestIdOfHeader(given)).toMatch(/^req_[a-z0-9]{20}$/)
  }
})
