import { describe, expect, it } from 'vitest'
import { comebacksOf } from './comebacks'
import type { CredentialView } from './views'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const key = (id: number, over: Partial<Extract<CredentialView, { kind: 'api_key' }>>): CredentialView => ({
  ...{ kind: 'api_key', id, name: 'Caja 1', prefix: 'x', permissions: ['core.integrations'], status: 'live' },
  ...{
    createdAt: ago(1_000),
    createdBy: null,
    expiresAt: ago(-1_000),
    secondsLeft: 1,
    revokedAt: null,
    revokedBy: null,
  },
  ...{
    replacesId: null,
    quietHours: null,
    canary: null,
    allowedAddresses: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    lastUsedUserAgent: null,
  },
  ...over,
})
const ended = (id: number, hours: number, over: Parameters<typeof key>[1] = {}) =>
  key(id, { status: 'revoked', revokedAt: ago(hours), ...over })

const idsOf = (all: readonly CredentialView[]) =>
  comebacksOf(all, now).map(({ id, replacement }) => [id, replacement?.id])

describe('the credentials to be replaced', () => {
  it('are those that ended in seven days, the last one first', () => {
    const all = [
      key(9, { name: 'Viva' }),
      ended(1, 2, { name: 'A' }),
      ended(2, 1, { name: 'B' }),
      ended(3, 168, { name: 'C' }),
    ]
    expect(idsOf(all)).toEqual([
      [2, undefined],
      [1, undefined],
    ])
  })

  it('stand once for each name: the last one that ended', () => {
    expect(idsOf([ended(1, 5), ended(2, 3, { name: 'CAJA 1' })])).toEqual([[2, undefined]])
  })

  it('are replaced by a live one of the name that was made since, not by one of before, expired or ended', () => {
    expect(idsOf([ended(1, 5), key(2, { createdAt: ago(4) })])).toEqual([[1, 2]])
    expect(idsOf([ended(1, 5), key(2, { createdAt: ago(6) })])).toEqual([[1, undefined]])
    expect(idsOf([ended(1, 5), key(2, { createdAt: ago(4), status: 'expired' })])).toEqual([[1, undefined]])
  })

  it.each([
    [30, 30],
    [365, 365],
    [100, 90],
    [1_000, 365],
    [1, 30],
  ])('of %i days are proposed for %i', (days, proposed) => {
    const one = ended(1, 1, { createdAt: ago(24), expiresAt: ago(24 - 24 * days) })
    expect(comebacksOf([one], now)[0]?.validityDays).toBe(proposed)
  })
})
