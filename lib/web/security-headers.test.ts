import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './security-headers'

const office = { url: 'https://oficina.example', development: false }

describe('the headers of a page', () => {
  it('tell browsers to stay on https for a year where the offices are on https, and only there (H-01)', () => {
    expect(securityHeaders(office)['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains')
    const plain = { ...office, url: 'http://localhost:3000' }
    expect(securityHeaders(plain)['Strict-Transport-Security']).toBeUndefined()
    expect(contentSecurityPolicy('n', office)).toContain('upgrade-insecure-requests')
    expect(contentSecurityPolicy('n', plain)).not.toContain('upgrade-insecure-requests')
  })

  it('never let an inline script or an eval run in production', () => {
    expect(contentSecurityPolicy('n', office)).not.toContain('unsafe')
  })
})
