import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedWith, isUnusuallySilent, type JudgedTerminal, judgedAt, type SoldHour, silenceOf } from './silence'

const hourMs = 3_600_000
/** A Monday, ten in the morning in Santo Domingo. */
const at = new Date('2026-11-23T14:00:00Z')
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
const sold = (...perWeek: readonly number[]): SoldHour[] =>
  perWeek.map((sales, ago) => ({ ago, weeks: sales === 0 ? 0 : 4, sales: 4 * sales }))

describe('the hour that is judged', () => {
  it('is over for three minutes, so that what came in it is written', () => {
    expect(judgedAt(new Date('2026-11-23T14:03:00Z'))).toEqual(at)
    expect(judgedAt(new Date('2026-11-23T14:02:59Z'))).toEqual(ago(60))
    expect(judgedAt(new Date('2026-11-23T15:02:59Z'))).toEqual(at)
  })

  it('is compared with the same weekday and hour of the four weeks before, within what is kept', () => {
    const { hours } = comparedWith(at)
    const inSantoDomingo = new Intl.DateTimeFormat('en', {
      timeZone: 'America/Santo_Domingo',
      weekday: 'long',
      hour: 'numeric',
    })
    const said = new Map<string, number>()
    for (const hour of hours) said.set(inSantoDomingo.format(hour), (said.get(inSantoDomingo.format(hour)) ?? 0) + 1)
    expect([...said]).toEqual(
      [10, 9, 8, 7, 6, 5, 4].map((hour) => [expect.stringMatching(new RegExp(`^Monday.* ${hour} AM$`)), 4]),
    )
    expect(Math.min(...hours.map(Number))).toBeGreaterThan(at.getTime() - 35 * 24 * hourMs)
  })
})

describe('a till', () => {
  it('that sold in this hour and the one before in all four weeks is silent after a whole hour without a call', () => {
    expect(isUnusuallySilent(ago(61), sold(9, 9), at)).toBe(true)
    expect(isUnusuallySilent(ago(60), sold(9, 9), at)).toBe(false)
    expect(isUnusuallySilent(ago(1), sold(9, 9), at)).toBe(false)
  })

  it('that missed one of the weeks is not, in whichever of the two hours', () => {
    const [now, earlier] = sold(90, 90) as [SoldHour, SoldHour]
    expect(isUnusuallySilent(ago(600), [{ ...now, weeks: 3 }, earlier], at)).toBe(false)
    expect(isUnusuallySilent(ago(600), [now, { ...earlier, weeks: 3 }], at)).toBe(false)
    expect(isUnusuallySilent(ago(600), [earlier], at)).toBe(false)
    expect(isUnusuallySilent(ago(600), [], at)).toBe(false)
  })

  it('that sells little is told later: once six sales are lacking', () => {
    const slow = sold(2, 2, 2, 2)
    expect([61, 121, 179, 181].map((minutes) => isUnusuallySilent(ago(minutes), slow, at))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('lacks nothing of before it opened', () => {
    expect(isUnusuallySilent(ago(15 * 60), sold(5, 5, 0, 5, 5), at)).toBe(false)
    expect(isUnusuallySilent(ago(15 * 60), sold(5, 6, 0, 5, 5), at)).toBe(true)
  })

  const history = fc.uniqueArray(
    fc.record({ ago: fc.integer({ min: 0, max: 6 }), weeks: fc.integer({ min: 0, max: 4 }), sales: fc.nat(400) }),
    { selector: ({ ago }) => ago },
  )
  const minutes = fc.nat(10 * 24 * 60)

  it('is the more silent the longer it does not call and the more it always sold', () => {
    fc.assert(
      fc.property(history, minutes, minutes, fc.nat(50), (known, silent, longer, more) => {
        fc.pre(isUnusuallySilent(ago(silent), known, at))
        expect(isUnusuallySilent(ago(silent + longer), known, at)).toBe(true)
        const grown = known.map((hour) => ({ ...hour, sales: hour.sales + more }))
        expect(isUnusuallySilent(ago(silent), grown, at)).toBe(true)
      }),
    )
  })

  it('is never silent within an hour of its last call, nor where the present hour or the one before is not always one of sales', () => {
    fc.assert(
      fc.property(history, minutes, (known, silent) => {
        const isAlways = (ago: number) => known.some((hour) => hour.ago === ago && hour.weeks === 4)
        if (silent > 60 && isAlways(0) && isAlways(1)) return
        expect(isUnusuallySilent(ago(silent), known, at)).toBe(false)
      }),
    )
  })
})

describe('what is said of a merchant', () => {
  let lastId = 0
  const till = (changed: Partial<JudgedTerminal> & { silent?: boolean }): JudgedTerminal => {
    const { silent = false, ...rest } = changed
    lastId += 1
    return {
      ...{ id: lastId, terminal: `CAJA-${lastId}`, name: null, branchId: 1, branchName: 'Naco' },
      ...{ lastCallAt: ago(silent ? 90 : 5), silenceMutedAt: null, isUnusuallySilent: silent },
      ...rest,
    }
  }
  const churchill = { branchId: 2, branchName: 'Churchill' }

  it('is nothing while no till that always sells is silent', () => {
    expect(silenceOf([], at)).toBeUndefined()
    expect(silenceOf([till({}), till({ lastCallAt: null }), till({ lastCallAt: ago(90) })], at)).toBeUndefined()
  })

  it('is each till of a branch where others call, and not one that was muted or says no name', () => {
    const silent = till({ silent: true, lastCallAt: ago(75) })
    const others = [
      till({}),
      till({ silent: true, silenceMutedAt: at }),
      till({ silent: true, terminal: '' }),
      till(churchill),
    ]
    expect(silenceOf([silent, ...others], at)).toEqual({
      of: 'branches',
      parts: [{ branch: { id: 1, name: 'Naco' }, isWhole: false, since: ago(75), terminals: [silent] }],
    })
  })

  it('is one sentence of a branch where nothing calls: its other silent tills are told with it', () => {
    const [silent, idle] = [till({ silent: true }), till({ lastCallAt: ago(70) })]
    const muted = till({ silent: true, silenceMutedAt: at, lastCallAt: ago(65) })
    expect(silenceOf([silent, idle, muted, till(churchill)], at)).toEqual({
      of: 'branches',
      parts: [{ branch: { id: 1, name: 'Naco' }, isWhole: true, since: ago(65), terminals: [silent, idle] }],
    })
  })

  it('is one sentence when nothing of the merchant calls, whatever the number of its tills', () => {
    const all = Array.from({ length: 50 }, (_, n) => till({ silent: n > 3, ...(n % 2 ? churchill : {}) })).map(
      (one, n) => ({ ...one, lastCallAt: ago(120 + n) }),
    )
    expect(silenceOf(all, at)).toEqual({ of: 'merchant', since: ago(120), terminals: all })
    // One that was not in use for eight days says nothing of today.
    const gone = till({ lastCallAt: ago(9 * 24 * 60) })
    expect(silenceOf([...all, gone], at)).toMatchObject({ of: 'merchant' })
    expect(silenceOf([...all, till({})], at)).toMatchObject({ of: 'branches' })
  })

  it('is the till itself when there is no other', () => {
    const only = till({ silent: true })
    expect(silenceOf([only], at)).toMatchObject({ of: 'branches', parts: [{ isWhole: false, terminals: [only] }] })
    const nowhere = till({ silent: true, branchId: null, branchName: null })
    expect(silenceOf([nowhere, till({ ...churchill })], at)).toMatchObject({
      parts: [{ branch: undefined, isWhole: false, terminals: [nowhere] }],
    })
  })
})
