import { describe, expect, it } from 'vitest'
import { endableAt, type Pair, pairOf, type ReplacingTill, replacingStateOf, successorName } from './replacement'
import type { CredentialView } from './views'

/** How one credential takes the place of another (ADR-0043). */

const start = new Date('2026-11-23T10:00:00Z')
const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

const key = (id: number, over: Partial<Extract<CredentialView, { kind: 'api_key' }>> = {}): CredentialView => ({
  ...{ kind: 'api_key', id, name: `Caja ${id}`, prefix: 'x', permissions: ['core.integrations'], status: 'live' },
  ...{ createdAt: start, createdBy: null, expiresAt: at(1_000), secondsLeft: 1, revokedAt: null, revokedBy: null },
  ...{ replacesId: null, quietHours: null, canary: null, allowedAddresses: null },
  ...{ lastUsedAt: null, lastUsedAddress: null, lastUsedUserAgent: null },
  ...over,
})

describe('a pair', () => {
  const former = key(1)
  const successor = key(2, { replacesId: 1, quietHours: 24 })
  const other = key(3)

  it('is found by either of the two, and by no other', () => {
    const all = [other, successor, former]
    const found = { former: { id: 1 }, successor: { id: 2 } }
    expect(pairOf(all, former)).toMatchObject(found)
    expect(pairOf(all, successor)).toMatchObject(found)
    expect(pairOf(all, other)).toBeUndefined()
    expect(pairOf(all, { kind: 'oauth_client', id: 1 })).toBeUndefined()
  })

  it('is none once one of the two has ended', () => {
    const revoked = { status: 'revoked', revokedAt: start } as const
    expect(pairOf([key(1, revoked), successor], successor)).toBeUndefined()
    expect(pairOf([former, key(2, { replacesId: 1, quietHours: 24, ...revoked })], former)).toBeUndefined()
  })
})

describe('the name of the new one', () => {
  it('has a number behind that no name has', () => {
    expect(successorName('Caja 1', ['Caja 1'], 60)).toBe('Caja 1 (2)')
    expect(successorName('Caja 1', ['Caja 1', 'CAJA 1 (2)'], 60)).toBe('Caja 1 (3)')
    expect(successorName('Caja 1 (2)', ['Caja 1 (2)', 'Caja 1'], 60)).toBe('Caja 1 (3)')
  })

  it('is shortened to what a name may have, between characters', () => {
    expect(successorName('x'.repeat(60), [], 60)).toBe(`${'x'.repeat(56)} (2)`)
    expect(successorName('🛒'.repeat(30), [], 60)).toBe(`${'🛒'.repeat(28)} (2)`)
    expect(successorName(`${'x'.repeat(57)} (99)`.slice(0, 60), [], 60)).toHaveLength(60)
  })
})

describe('the end of the one that is replaced', () => {
  const pair = (lastUsedAt: Date | null, quietHours: 1 | 24 = 1): Pair => ({
    former: key(1, { lastUsedAt, createdAt: at(-900) }),
    successor: { ...key(2, { replacesId: 1 }), quietHours },
  })

  it('comes after the quiet hours since its last use, and since the replacing began', () => {
    expect(endableAt(pair(null))).toEqual(at(1))
    expect(endableAt(pair(at(-5)))).toEqual(at(1))
    expect(endableAt(pair(at(3)))).toEqual(at(4))
    expect(endableAt(pair(at(3), 24))).toEqual(at(27))
  })
})

describe('a till', () => {
  const till: ReplacingTill = {
    credentialId: 1,
    lastCallAt: null,
    lastTokenAt: null,
    refusedAt: null,
    refusedReason: null,
  }
  const stateOf = (over: Partial<ReplacingTill>) => replacingStateOf({ ...till, ...over }, { id: 2, createdAt: start })

  it('is unheard until it calls, and then calls with the former one or has come to the new one', () => {
    expect(stateOf({ lastCallAt: at(-1) })).toBe('unheard')
    expect(stateOf({ lastCallAt: at(1) })).toBe('former')
    expect(stateOf({ lastTokenAt: at(1) })).toBe('former')
    expect(stateOf({ lastCallAt: at(1), credentialId: 2 })).toBe('switched')
  })

  it('is refused while it was turned away last', () => {
    const refused = { refusedAt: at(2), refusedReason: 'wrong_secret' }
    expect(stateOf({ ...refused, lastCallAt: at(1) })).toBe('refused')
    expect(stateOf({ ...refused, lastCallAt: at(3), credentialId: 2 })).toBe('switched')
    expect(stateOf({ ...refused, refusedAt: at(-2), lastCallAt: null })).toBe('unheard')
    expect(stateOf({ ...refused, refusedReason: 'rate_limited', lastCallAt: at(1) })).toBe('former')
  })
})
