import { describe, expect, it } from 'vitest'
import { type TerminalFacts, terminalStateOf } from './state'

const now = new Date('2026-11-22T20:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const day = 24 * 60

const nothing: TerminalFacts = {
  ...{ lastCallAt: null, lastTokenAt: null, lastSaleAt: null, secretAt: null, rotatedAt: null },
  ...{ refusedAt: null, refusedReason: null, refusedOperation: null, recentCalls: 0, recentDone: 0 },
  ...{ ended: 0, expired: 0, clockSamples: 0, clockSeconds: null, isUnusuallySilent: false },
}
const selling: TerminalFacts = {
  ...{ ...nothing, lastCallAt: ago(1), lastSaleAt: ago(2), recentCalls: 40, recentDone: 38, ended: 20, expired: 1 },
  ...{ clockSamples: 20, clockSeconds: -1 },
}

const stateOf = (changed: Partial<TerminalFacts>) => {
  const { state, reasons } = terminalStateOf({ ...selling, ...changed }, now)
  return [state, reasons[0].says]
}

describe('a till', () => {
  it('that sold today is green; yesterday is the day before in Santo Domingo, not 24 hours', () => {
    expect(stateOf({})).toEqual(['selling', 'sold'])
    // 00:30 and 23:30 in Santo Domingo.
    expect(stateOf({ lastSaleAt: new Date('2026-11-22T04:30:00Z') })).toEqual(['selling', 'sold'])
    expect(stateOf({ lastSaleAt: new Date('2026-11-22T03:30:00Z') })).toEqual(['silent', 'calledToday'])
  })

  it('that does not call is grey with since when, whatever the reason is', () => {
    expect(stateOf({ lastCallAt: ago(2 * day), lastSaleAt: ago(3 * day), recentCalls: 0 })).toEqual([
      'silent',
      'silent',
    ])
    expect(stateOf({ ...nothing, lastTokenAt: ago(5) })).toEqual(['silent', 'tokenOnly'])
    expect(stateOf(nothing)).toEqual(['silent', 'never'])
  })

  it('is red when every call of the last hour failed, and not for one or two', () => {
    expect(stateOf({ recentCalls: 3, recentDone: 0 })).toEqual(['failing', 'allFailing'])
    expect(stateOf({ recentCalls: 2, recentDone: 0 })).toEqual(['selling', 'sold'])
    expect(stateOf({ recentCalls: 900, recentDone: 1 })).toEqual(['selling', 'sold'])
  })

  const refused = { refusedReason: 'revoked', refusedOperation: 'POST /api/v1/integrations/eligibility' }

  it('that is refused is amber until a call is accepted, for a week', () => {
    expect(stateOf({ ...refused, refusedAt: ago(0) })).toEqual(['attention', 'refused'])
    expect(stateOf({ ...refused, refusedAt: ago(5) })).toEqual(['selling', 'sold'])
    const silent = { lastCallAt: ago(20 * day), lastSaleAt: null, recentCalls: 0 }
    expect(stateOf({ ...refused, ...silent, refusedAt: ago(6 * day) })).toEqual(['attention', 'refused'])
    expect(stateOf({ ...refused, ...silent, refusedAt: ago(8 * day) })).toEqual(['silent', 'silent'])
  })

  it('whose secret was refused is amber until it gets a token, though its old token goes on', () => {
    const old = { refusedReason: 'previous_secret', refusedOperation: 'POST /connect/token', refusedAt: ago(5) }
    expect(stateOf({ ...old, secretAt: ago(14) })).toEqual(['attention', 'refused'])
    expect(stateOf({ ...old, secretAt: ago(4) })).toEqual(['selling', 'sold'])
  })

  it('that calls with a token of the former secret is amber, and one that has the new secret is not', () => {
    expect(stateOf({ secretAt: ago(14), rotatedAt: ago(10) })).toEqual(['attention', 'formerSecret'])
    expect(stateOf({ secretAt: ago(9), rotatedAt: ago(10) })).toEqual(['selling', 'sold'])
    expect(stateOf({ secretAt: ago(14), rotatedAt: ago(0) })).toEqual(['selling', 'sold'])
    expect(stateOf({ secretAt: ago(14), rotatedAt: null })).toEqual(['selling', 'sold'])
  })

  it('whose clock is more than five minutes off is amber; sales that come late are no clock', () => {
    expect(stateOf({ clockSamples: 1, clockSeconds: 2_400 })).toEqual(['attention', 'clockAhead'])
    expect(stateOf({ clockSamples: 1, clockSeconds: 300 })).toEqual(['selling', 'sold'])
    expect(stateOf({ clockSamples: 3, clockSeconds: -2_400 })).toEqual(['attention', 'clockBehind'])
    expect(stateOf({ clockSamples: 2, clockSeconds: -2_400 })).toEqual(['selling', 'sold'])
    expect(terminalStateOf({ ...selling, clockSeconds: 2_400 }, now).reasons[0]).toEqual({
      says: 'clockAhead',
      minutes: 40,
    })
  })

  it('of whose reservations half expire is amber, once there are five', () => {
    expect(stateOf({ ended: 5, expired: 3 })).toEqual(['attention', 'expiring'])
    expect(stateOf({ ended: 20, expired: 9 })).toEqual(['selling', 'sold'])
    expect(stateOf({ ended: 4, expired: 4 })).toEqual(['selling', 'sold'])
  })

  it('that is silent in hours in which it always sells is amber, and its silence is said once', () => {
    const silent = { isUnusuallySilent: true, recentCalls: 0, lastCallAt: ago(70) }
    expect(stateOf(silent)).toEqual(['attention', 'unusuallySilent'])
    const said = (changed: Partial<TerminalFacts>) =>
      terminalStateOf({ ...selling, ...silent, ...changed }, now).reasons.map(({ says }) => says)
    expect(said({})).toEqual(['unusuallySilent', 'sold'])
    expect(said({ lastCallAt: ago(2 * day), lastSaleAt: ago(2 * day) })).toEqual(['unusuallySilent'])
    expect(said({ ...refused, refusedAt: ago(5) })).toEqual(['refused', 'unusuallySilent', 'sold'])
  })

  it('says all that is to be said of it, the worst first', () => {
    const { state, reasons } = terminalStateOf(
      {
        ...selling,
        ...refused,
        refusedAt: ago(0),
        recentCalls: 9,
        recentDone: 0,
        clockSeconds: 900,
        ended: 6,
        expired: 6,
      },
      now,
    )
    expect([state, reasons.map(({ says }) => says)]).toEqual([
      'failing',
      ['allFailing', 'refused', 'clockAhead', 'expiring', 'sold'],
    ])
  })
})
