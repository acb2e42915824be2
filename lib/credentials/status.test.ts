import { describe, expect, it } from 'vitest'
import { apiKeyStatus, expiryWarning } from './status'

const day = 86_400

describe('a key', () => {
  it.each([
    [{ revokedAt: null, secondsLeft: 1 }, 'live'],
    [{ revokedAt: null, secondsLeft: 0 }, 'expired'],
    [{ revokedAt: new Date(), secondsLeft: 1 }, 'revoked'],
    [{ revokedAt: new Date(), secondsLeft: -1 }, 'revoked'],
  ] as const)('%j is %s', (key, status) => {
    expect(apiKeyStatus(key)).toBe(status)
  })

  it.each([
    [31 * day, undefined],
    [30 * day, 30],
    [7 * day + 1, 30],
    [7 * day, 7],
    [day + 1, 7],
    [day, 1],
    [1, 1],
    [0, undefined],
    [-day, undefined],
  ])('with %i seconds left calls for the warning of %s days', (secondsLeft, warning) => {
    expect(expiryWarning(secondsLeft)).toBe(warning)
  })
})
