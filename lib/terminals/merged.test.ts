import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LockedTerminal } from '@/db/queries/offices/terminals'
import { isNoteTooLong, mergedFacts } from './merged'

const now = new Date('2026-11-23T14:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)

const terminal = (changed: Partial<LockedTerminal>): LockedTerminal => ({
  ...{ id: 1, merchantId: 1, terminal: 'POS-1', fromAddress: '', fromAdapter: '', name: null, note: null },
  ...{ branchId: null, apiKeyId: null, oauthClientId: null, secretAt: null, firstSeenAt: ago(9), seenAt: ago(0) },
  ...{ lastCallAt: null, lastTokenAt: null, lastSaleAt: null, address: null, userAgent: null, userAgentSince: null },
  ...{ previousUserAgent: null, refusedAt: null, refusedReason: null, refusedOperation: null, refusedAddress: null },
  ...{ archivedAt: null, silenceToldAt: null, silenceMutedAt: null, mergedInto: null, ...changed },
})

describe('a till and what it was before', () => {
  it('have the earlier begin and the later end; what belongs to the last call is that call’s', () => {
    const present = terminal({
      ...{ firstSeenAt: ago(2), lastCallAt: ago(1), apiKeyId: 5, userAgent: 'POS/2', address: '203.0.113.2' },
    })
    const former = terminal({
      ...{
        id: 2,
        terminal: 'POS-0',
        firstSeenAt: ago(90),
        lastCallAt: ago(2),
        lastSaleAt: ago(2),
        lastTokenAt: ago(3),
      },
      ...{ oauthClientId: 7, secretAt: ago(3), userAgent: 'POS/1', address: '203.0.113.1', branchId: 4 },
      ...{ refusedAt: ago(2), refusedReason: 'previous_secret', refusedOperation: 'POST /connect/token' },
    })
    expect(mergedFacts(present, former)).toMatchObject({
      ...{ firstSeenAt: ago(90), lastCallAt: ago(1), lastSaleAt: ago(2), lastTokenAt: ago(3), branchId: 4 },
      ...{ apiKeyId: 5, oauthClientId: null, secretAt: null, userAgent: 'POS/2', address: '203.0.113.2' },
      ...{ refusedAt: ago(2), refusedReason: 'previous_secret', refusedOperation: 'POST /connect/token' },
    })
  })

  it('keep the present name, or else the former one, and both notes, each once', () => {
    const facts = (one: Partial<LockedTerminal>, other: Partial<LockedTerminal>) => {
      const { name, note } = mergedFacts(terminal(one), terminal(other))
      return [name, note]
    }
    expect(facts({ name: 'Caja 1', note: 'Nueva' }, { name: 'Vieja', note: 'Junto a la puerta' })).toEqual([
      'Caja 1',
      'Nueva · Junto a la puerta',
    ])
    expect(facts({}, { name: 'Vieja', note: 'Junto a la puerta' })).toEqual(['Vieja', 'Junto a la puerta'])
    expect(facts({ note: 'Igual' }, { note: 'Igual' })).toEqual([null, 'Igual'])
    expect(facts({}, {})).toEqual([null, null])
    const long = (note: string) => isNoteTooLong(mergedFacts(terminal({ note: 'a'.repeat(300) }), terminal({ note })))
    expect([long('b'.repeat(197)), long('b'.repeat(198))]).toEqual([false, true])
  })

  const moment = fc.option(fc.integer({ min: 0, max: 60 }).map(ago), { nil: null })
  const anyTerminal = fc
    .record({
      firstSeenAt: fc.integer({ min: 0, max: 90 }).map(ago),
      lastCallAt: moment,
      lastTokenAt: moment,
      lastSaleAt: moment,
    })
    .map(terminal)

  it('have the same times whichever of them is said to be the former', () => {
    const times = ({ firstSeenAt, seenAt, lastCallAt, lastTokenAt, lastSaleAt }: ReturnType<typeof mergedFacts>) => [
      ...[firstSeenAt, seenAt, lastCallAt, lastTokenAt, lastSaleAt],
    ]
    fc.assert(
      fc.property(anyTerminal, anyTerminal, (one, other) => {
        expect(times(mergedFacts(one, other))).toEqual(times(mergedFacts(other, one)))
        for (const time of ['lastCallAt', 'lastTokenAt', 'lastSaleAt'] as const)
          expect(Number(mergedFacts(one, other)[time])).toBe(Math.max(Number(one[time]), Number(other[time])))
      }),
    )
  })
})
