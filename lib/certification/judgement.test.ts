import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, certifiedDay, type Day, shortLife, type Telling, told } from '@/e2e/fixtures/certified-day'
import { judge, judgeRun, judgeScene } from './judgement'
import { bounds, type CheckId, checkIds, checks, sceneIds } from './plan'
import type { Reason } from './reasons'
import type { Run } from './run'
import { isPassed, type Outcome } from './verdict'

/** What is not simply passed of a run, as `C03 fail otherKey`. */
const remarks = (run: Run): string[] =>
  judgeRun(run).flatMap(({ check, outcome, reason }) => (outcome === 'pass' ? [] : `${check} ${outcome} ${reason}`))

describe('a good adapter', () => {
  it('passes every check with an OAuth client', () => {
    expect(remarks(certifiedDay().run())).toEqual([])
  })

  it('passes every check with an API key, but for the one that it cannot show', () => {
    const run = certifiedDay({}, 'api_key').run({ apiKeyOnly: true })
    expect(remarks(run)).toEqual(['C15 not_applicable null'])
    expect(isPassed(judgeRun(run))).toBe(true)
  })

  it('is judged alike by the scene that has just been closed', () => {
    const run = certifiedDay().run()
    for (const scene of sceneIds) {
      for (const verdict of judgeScene(scene, run)) expect(verdict).toEqual(judge(verdict.check, run))
    }
  })
})

type Bad = readonly [check: CheckId, reason: Reason, telling: Telling, after?: (day: Day) => void]

/** A fault of an adapter for each way in which a check fails, and everything else done well. */
const bad: readonly Bad[] = [
  ['C01', 'noEligibility', { buy: (day) => sold(() => day.consume(day.apply('01', '1025.00'))) }],
  ['C01', 'notApplied', { buy: (day) => sold(() => day.eligibility('01')) }],
  ['C01', 'notConfirmed', { buy: (day) => sold(() => [day.eligibility('01'), day.apply('01', '1025.00')]) }],
  ['C01', 'doneTwice', { buy: (day) => sold(() => [day.sale('01', '1025.00'), day.sale('01', '1025.00')]) }],
  [
    'C02',
    'appliedAnyway',
    {
      stranger: (day) => {
        day.eligibility('10', false)
        day.apply('10', '300.00', {}, { status: 404, code: 'discount_not_available', answered: {} })
        return {}
      },
    },
  ],
  ['C03', 'otherKey', { lostApply: lost('lostApply', '30', { key: 'another' }) }],
  ['C03', 'otherBody', { lostApply: lost('lostApply', '30', { fingerprint: 'another' }) }],
  ['C03', 'lateRetry', { lostApply: lost('lostApply', '30', {}, bounds.retryMs) }],
  ['C04', 'otherKey', { lostConsumption: lostConsumption({ key: 'another', status: 400 }) }],
  ['C04', 'otherBody', { lostConsumption: lostConsumption({ fingerprint: 'another', status: 409 }) }],
  ['C04', 'lateRetry', { lostConsumption: lostConsumption({}, bounds.retryMs) }],
  [
    'C05',
    'keyOfBothWrites',
    {},
    (day) => {
      const applied = day.apply('01', '5.00', {}, { key: 'shared' })
      day.consume(applied, {}, { key: 'shared', status: 409, code: 'idempotency_key_reused' })
    },
  ],
  [
    'C05',
    'keyOfTwoSales',
    {},
    (day) => {
      day.apply('01', '5.00', {}, { key: 'shared' })
      day.apply('01', '5.00', {}, { key: 'shared', status: 409, code: 'idempotency_key_reused', answered: {} })
    },
  ],
  ['C06', 'otherKey', { restart: restarted({ key: 'another', status: 400, code: 'reference_in_use' }) }],
  ['C06', 'otherBody', { restart: restarted({ fingerprint: 'another' }) }],
  [
    'C07',
    'otherReference',
    {},
    (day) =>
      day.consume(day.apply('01', '5.00'), { reference: 'other' }, { status: 404, code: 'authorization_not_found' }),
  ],
  [
    'C07',
    'referenceOfTwo',
    {},
    (day) => {
      day.consume(day.apply('01', '5.00', { reference: '1' }))
      day.consume(day.apply('06', '5.00', { reference: '1' }))
    },
  ],
  [
    'C08',
    'noOffset',
    {},
    (day) => day.consume(day.apply('01', '5.00'), { consumptionDate: '2026-11-23T08:00:00' }, { status: 400 }),
  ],
  [
    'C08',
    'dateBeforeApply',
    {},
    (day) => day.consume(day.apply('01', '5.00'), { consumptionDate: '2026-11-23T00:00:00-04:00' }),
  ],
  [
    'C08',
    'dateAhead',
    {},
    (day) => day.consume(day.apply('01', '5.00'), { consumptionDate: '2026-11-24T00:00:00-04:00' }, { status: 400 }),
  ],
  [
    'C08',
    'dateConstant',
    {},
    (day) => {
      const consumptionDate = new Date(day.now).toISOString()
      day.consume(day.apply('01', '5.00'), { consumptionDate })
      day.wait(20_000)
      day.consume(day.apply('01', '5.00'), { consumptionDate })
    },
  ],
  [
    'C09',
    'notifiedUnpaid',
    {
      abandon: (day) => {
        day.eligibility('20')
        const applied = day.apply('20', '740.00')
        day.release(applied)
        day.consume(applied, {}, { status: 400, code: 'authorization_expired', answered: {} })
        return {}
      },
    },
  ],
  [
    'C10',
    'notReleased',
    {
      abandon: (day) => {
        day.eligibility('20')
        day.apply('20', '740.00', {}, shortLife(day))
        day.wait(25_000)
        return {}
      },
    },
  ],
  ['C11', 'notAppliedAgain', { expired: expired(() => {}) }],
  ['C11', 'keyOfExpired', { expired: expired((day, first) => day.again(first, { isReplay: true })) }],
  ['C11', 'notConfirmed', { expired: expired((day) => day.apply('20', '385.00')) }],
  ['C12', 'tooEarly', { limited: hasty('limited', '40', { status: 429, retryAfterSeconds: 3 }) }],
  ['C13', 'tooEarly', { unavailable: hasty('unavailable', '41', { status: 503, retryAfterSeconds: 2 }) }],
  [
    'C13',
    'tooManyAttempts',
    {
      unavailable: (day) => {
        for (let i = 0; i < 6; i++) {
          day.eligibility('41', true, { status: 503, retryAfterSeconds: 2, answered: {} })
          day.wait(2_000)
        }
        return {}
      },
    },
  ],
  [
    'C13',
    'otherKey',
    {
      unavailable: (day) => {
        const refused = day.apply('41', '560.00', {}, { status: 503, retryAfterSeconds: 2, answered: {} })
        day.wait(2_000)
        day.again(refused, { key: 'another', status: 201 })
        return {}
      },
    },
  ],
  [
    'C14',
    'inventedConsumption',
    {},
    (day) =>
      day.call('registerConsumption', {
        status: 404,
        code: 'authorization_not_found',
        sent: { authorizationCode: 'NONE', reference: 'X', consumptionDate: new Date(day.now).toISOString() },
      }),
  ],
  ['C14', 'notSold', { unreachable: (day) => ({ ...told.unreachable(day), wasSold: false }) }],
  ['C15', 'tokenNotReused', {}, (day) => day.token()],
  ['C16', 'notRenewed', { renewal: refusedOnce((day) => day.sale('50', '615.00')) }],
  ['C16', 'notRepeated', { renewal: refusedOnce((day) => day.token()) }],
  [
    'C16',
    'loop',
    {
      renewal: refusedOnce((day) => {
        for (let i = 0; i < 3; i++) {
          day.token()
          day.eligibility('50', true, { status: 401, code: 'credential_invalid', answered: {} })
        }
      }),
    },
  ],
  ['C17', 'browser', {}, (day) => day.call('describeCredential', { browserHeaders: ['origin', 'sec-fetch'] })],
  ['C18', 'identificationInAddress', {}, (day) => day.call('describeCredential', { inAddress: ['identification'] })],
  ['C18', 'secretInAddress', {}, (day) => day.call('describeCredential', { inAddress: ['secret'] })],
  ['C19', 'oldTotal', { removeLine: (day) => ({ ...changedTotal(day, {}), newTotal: '800.00' }) }],
  [
    'C19',
    'otherTotal',
    { removeLine: (day) => ({ ...changedTotal(day, { purchaseAmount: '810.00' }), newTotal: '800' }) },
  ],
  ['C20', 'chargedOther', { buy: (day) => ({ ...told.buy(day), chargedTotal: '90.01' }) }],
  ['C21', 'ownArithmetic', { rounding: (day) => ({ ...told.rounding(day), shownDiscount: '10.01' }) }],
  [
    'C22',
    'realIdentification',
    {},
    (day) => day.eligibility('01', false, { sent: { person: { digest: 'real', isOfTest: false } } }),
  ],
  [
    'C22',
    'unassigned',
    {},
    (day) => {
      for (const digest of ['a', 'b', 'c']) {
        day.eligibility('01', false, { sent: { person: { digest, isOfTest: true } } })
      }
    },
  ],
  [
    'C23',
    'typesAskedOften',
    {},
    (day) => {
      for (let i = 0; i < 2; i++) day.call('listIdentificationTypes')
    },
  ],
  ['C24', 'brokeOff', { future: (day) => ({ ...grown(day, false), wasShown: true }) }],
  ['C24', 'titleNotShown', { future: (day) => ({ ...grown(day, true), wasShown: false }) }],
  ['C25', 'impliedDecimals', { items: withItems({ lines: 1, sum: '85000.00' }) }],
  ['C25', 'unknownSkus', { items: withItems({ lines: 1, sum: '850.00', unknownSkus: 1 }) }],
  [
    'C26',
    'collision',
    {
      twoTills: (day) => {
        told.twoTills(day)
        const one = day.apply('01', '150.00')
        day.apply(
          '01',
          '150.00',
          { reference: one.sent.reference ?? '' },
          { status: 400, code: 'reference_in_use', answered: {} },
        )
        return {}
      },
    },
  ],
]

/** The total is typed as it was answered, whatever the sale was. */
function sold(tell: () => unknown) {
  tell()
  return { chargedTotal: '90.00' }
}

function lost(scene: 'lostApply', identity: '30', retried: Parameters<Day['again']>[1], waitMs = 1_500) {
  return (day: Day) => {
    day.eligibility(identity)
    const first = day.apply(identity, amountOf(scene), {}, { isCut: true })
    day.wait(waitMs)
    day.again(first, retried)
    return {}
  }
}

function lostConsumption(retried: Parameters<Day['again']>[1], waitMs = 1_500) {
  return (day: Day) => {
    day.eligibility('31')
    const first = day.consume(day.apply('31', amountOf('lostConsumption')), {}, { isCut: true })
    day.wait(waitMs)
    day.again(first, retried)
    return {}
  }
}

function restarted(retried: Parameters<Day['again']>[1]) {
  return (day: Day) => {
    const first = day.apply('30', amountOf('restart'), {}, { isCut: true })
    day.wait(bounds.silenceMs)
    day.again(first, retried)
    return { wasStopped: true }
  }
}

function expired(then: (day: Day, first: ReturnType<Day['apply']>) => unknown) {
  return (day: Day) => {
    day.eligibility('20')
    const first = day.apply('20', '385.00', {}, shortLife(day))
    day.wait(25_000)
    day.consume(first, {}, { status: 400, code: 'authorization_expired', answered: {} })
    then(day, first)
    return {}
  }
}

function hasty(scene: 'limited' | 'unavailable', identity: '40' | '41', refusal: Parameters<Day['eligibility']>[2]) {
  return (day: Day) => {
    for (let i = 0; i < 2; i++) day.eligibility(identity, true, { ...refusal, answered: {} })
    day.sale(identity, amountOf(scene))
    return {}
  }
}

function refusedOnce(then: (day: Day) => unknown) {
  return (day: Day) => {
    day.eligibility('50', true, { status: 401, code: 'credential_invalid', answered: {} })
    then(day)
    return {}
  }
}

function changedTotal(day: Day, sent: Parameters<Day['consume']>[1]) {
  day.consume(day.apply('01', amountOf('removeLine')), sent)
  return { chargedTotal: '90.00' }
}

function grown(day: Day, isFinished: boolean) {
  day.eligibility('01', true, { staged: 'additions' })
  day.apply('03', '330.00', {}, { status: 400, code: 'x_future', staged: 'additions', answered: {} })
  if (isFinished) day.consume(day.apply('01', '330.00'))
  return {}
}

function withItems(items: { lines: number; sum: string; unknownSkus?: number } | undefined) {
  return (day: Day) => {
    day.eligibility('02')
    day.consume(day.apply('02', amountOf('items'), items && { items }))
    return {}
  }
}

describe('an adapter with one fault', () => {
  it.each(bad.map(([check, reason, telling, after]) => ({ check, reason, telling, after })))(
    'fails $check alone, because of $reason',
    ({ check, reason, telling, after }) => {
      const day = certifiedDay(telling)
      after?.(day)
      const run = day.run()
      expect(remarks(run)).toEqual([`${check} fail ${reason}`])
      const { requestIds } = judge(check, run)
      expect(requestIds.length).toBeGreaterThan(0)
      expect(run.calls.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining([...requestIds]))
      expect(isPassed(judgeRun(run))).toBe(checks[check].level === 'should')
    },
  )

  it('is there for each of the 26 checks', () => {
    expect([...new Set(bad.map(([check]) => check))].sort()).toEqual([...checkIds])
  })
})

type Fair = readonly [
  check: CheckId,
  verdict: `${Outcome} ${Reason | null}`,
  telling: Telling,
  after?: (day: Day) => void,
]

/** What looks like a fault and is none. */
const fair: readonly [what: string, ...Fair][] = [
  [
    'the cart changed',
    'C01',
    'pass null',
    { buy: (day) => sold(() => [day.eligibility('01'), day.sale('01', '9.00')]) },
  ],
  [
    'another customer comes after the one without benefits',
    'C02',
    'pass null',
    {
      stranger: (day) => {
        day.eligibility('10', false)
        day.sale('01', '300.00')
        return {}
      },
    },
  ],
  [
    'the cashier gives up when no answer comes',
    'C03',
    'not_shown notRetried',
    {
      lostApply: (day) => {
        day.apply('30', '410.00', {}, { isCut: true })
        return {}
      },
    },
  ],
  [
    'the till asks what stands for the ticket',
    'C03',
    'warning askedInstead',
    {
      lostApply: (day) => {
        const first = day.apply('30', '410.00', {}, { isCut: true })
        day.find(first)
        day.consume(first)
        return {}
      },
    },
  ],
  [
    'a refused call is corrected and sent with its key',
    'C05',
    'pass null',
    {},
    (day) => {
      const refused = day.apply('01', '5.00', {}, { status: 400, code: 'branch_invalid', answered: {} })
      day.apply('01', '5.00', {}, { key: refused.key ?? '' })
    },
  ],
  [
    'the till asks what stands for the ticket after the power cut',
    'C06',
    'pass null',
    {
      restart: (day) => {
        const first = day.apply('30', '630.00', {}, { isCut: true })
        day.wait(bounds.silenceMs)
        day.find(first)
        day.consume(first)
        return { wasStopped: true }
      },
    },
  ],
  [
    'nobody said that the till was switched off',
    'C06',
    'not_shown notAttested',
    { restart: (day) => ({ ...told.restart(day), wasStopped: false }) },
  ],
  [
    'the till was not silent for long enough',
    'C06',
    'not_shown noSilence',
    { restart: lost('lostApply', '30', { isReplay: true }) },
  ],
  [
    'a ticket is voided and rung again',
    'C07',
    'pass null',
    {},
    (day) => {
      const first = day.apply('01', '5.00')
      day.release(first)
      day.consume(day.apply('01', '4.00', { reference: first.sent.reference ?? '' }))
    },
  ],
  [
    'a sale without a connection is notified hours later',
    'C08',
    'pass null',
    {},
    (day) => {
      const applied = day.apply('01', '5.00')
      const consumptionDate = new Date(day.now).toISOString()
      day.wait(5 * 3_600_000)
      day.consume(applied, { consumptionDate })
    },
  ],
  [
    'the scene is closed at once',
    'C09',
    'not_shown notOver',
    {
      abandon: (day) => {
        day.apply('20', '740.00', {}, shortLife(day))
        return {}
      },
    },
  ],
  [
    'the sale begins again with a new reference',
    'C11',
    'pass null',
    { expired: expired((day) => day.consume(day.apply('20', '385.00'))) },
  ],
  [
    'the till sees by itself that the reservation is over',
    'C11',
    'pass null',
    {
      expired: (day) => {
        day.apply('20', '385.00', {}, shortLife(day))
        day.wait(25_000)
        day.consume(day.apply('20', '385.00'))
        return {}
      },
    },
  ],
  [
    'the cashier was quick',
    'C11',
    'not_shown notExpired',
    {
      expired: (day) => {
        day.consume(day.apply('20', '385.00', {}, shortLife(day)))
        return {}
      },
    },
  ],
  [
    'the till charges without the benefit after a 429',
    'C12',
    'not_shown noCallAfter',
    {
      limited: (day) => {
        day.eligibility('40', true, { status: 429, retryAfterSeconds: 3, answered: {} })
        return {}
      },
    },
  ],
  [
    'a balancer repeats calls by itself',
    'C13',
    'warning duplicated',
    {
      unavailable: (day) => {
        const first = day.eligibility('41', true, { status: 503, retryAfterSeconds: 2, answered: {} })
        day.again(first, { status: 503, retryAfterSeconds: 2, arrivedAt: first.arrivedAt + 10 })
        day.wait(2_000)
        day.sale('41', '560.00')
        return {}
      },
    },
  ],
  [
    'a token is about to expire',
    'C15',
    'pass null',
    {},
    (day) => {
      day.wait(850_000)
      day.token()
    },
  ],
  [
    'a reference looks like an identification',
    'C18',
    'warning referenceLikeIdentification',
    {},
    (day) => day.call('findAuthorization', { inAddress: ['reference'] }),
  ],
  [
    'the till releases and applies again with the new total',
    'C19',
    'pass null',
    {
      removeLine: (day) => {
        const first = day.apply('01', '900.00')
        day.release(first)
        day.consume(day.apply('01', '800.00', { reference: first.sent.reference ?? '' }))
        return { newTotal: '800.00', chargedTotal: '90.00' }
      },
    },
  ],
  [
    'two identifications are mistyped',
    'C22',
    'warning mistyped',
    {},
    (day) => {
      for (const digest of ['a', 'b']) day.eligibility('01', false, { sent: { person: { digest, isOfTest: true } } })
    },
  ],
  ['no refusal was provoked', 'C24', 'not_shown noRefusal', { future: (day) => ({ ...grownWithout(day) }) }],
  ['items do not add up', 'C25', 'warning sumsDiffer', { items: withItems({ lines: 1, sum: '840.00' }) }],
  ['no items are sent', 'C25', 'not_shown noItemsSent', { items: withItems(undefined) }],
  [
    'the tills sell one after the other',
    'C26',
    'not_shown notTogether',
    {
      twoTills: (day) => {
        for (let i = 0; i < 10; i++) day.sale('01', '150.00')
        return {}
      },
    },
  ],
]

function grownWithout(day: Day) {
  day.consume(day.apply('01', '330.00', {}, { staged: 'additions' }))
  return {}
}

describe('what looks like a fault and is none', () => {
  it.each(fair.map(([what, check, verdict, telling, after]) => ({ what, check, verdict, telling, after })))(
    'when $what: $check is judged $verdict',
    ({ check, verdict, telling, after }) => {
      const day = certifiedDay(telling)
      after?.(day)
      const { outcome, reason } = judge(check, day.run())
      expect(`${outcome} ${reason}`).toBe(verdict)
    },
  )
})

describe('an adapter of several processes', () => {
  it('has a token for each that was declared, and no more (C15)', () => {
    const day = certifiedDay()
    day.token()
    expect(remarks(day.run({ processes: 2 }))).toEqual([])
    day.token()
    expect(remarks(day.run({ processes: 2 }))).toEqual(['C15 fail tokenNotReused'])
  })
})

describe('a run in which nothing was done', () => {
  it('shows no check, and is not passed', () => {
    const empty = {
      declared: { apiKeyOnly: false, noItems: false, noOffline: false, processes: 1 },
      scenes: [],
      calls: [],
    }
    const verdicts = judgeRun(empty)
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(checkIds.map(() => 'not_shown'))
    expect(isPassed(verdicts)).toBe(false)
  })
})

describe('a judgement', () => {
  const good = certifiedDay().run()

  it('does not depend on the order in which calls were written down', () => {
    const expected = judgeRun(good)
    fc.assert(
      fc.property(fc.shuffledSubarray([...good.calls], { minLength: good.calls.length }), (calls) => {
        expect(judgeRun({ ...good, calls })).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('does not change with calls that no check is about', () => {
    const from = good.calls[0]?.arrivedAt ?? 0
    const until = good.calls.at(-1)?.arrivedAt ?? 0
    const [first] = good.calls
    if (first === undefined) throw new Error('a good run has calls')
    // Further apart than what a balancer repeats, which C13 tells of.
    const apartMs = bounds.balancerMs + 1
    const steps = fc.integer({ min: 0, max: Math.floor((until - from) / apartMs) })
    fc.assert(
      fc.property(fc.uniqueArray(steps, { maxLength: 20 }), (moments) => {
        const unrelated = moments.map((step, i) => ({
          ...first,
          id: `unrelated-${i}`,
          requestId: `unrelated-${i}`,
          // Of another till: no silence is broken by it.
          terminal: 'BACK-OFFICE',
          operation: 'listConsumptions' as const,
          arrivedAt: from + step * apartMs,
          answeredAt: from + step * apartMs + 5,
          answered: {},
        }))
        expect(remarks({ ...good, calls: [...good.calls, ...unrelated] })).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  it('is the same before and after the calls were kept as JSON', () => {
    expect(judgeRun(JSON.parse(JSON.stringify(good)))).toEqual(judgeRun(good))
  })
})
