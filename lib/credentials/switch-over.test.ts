import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Switching, seenAtOf, switchStateOf, switchStates } from './switch-over'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 14, minute))
const rotatedAt = at(30)
const till = (facts: Partial<Switching>): Switching => ({
  ...{ secretAt: at(1), lastCallAt: at(20), lastTokenAt: at(1), refusedAt: null, refusedReason: null },
  ...facts,
})
const former = (minute: number) => ({ refusedAt: at(minute), refusedReason: 'previous_secret' })

describe('a till after a rotation', () => {
  it.each([
    ['has not been heard', till({}), 'unheard', at(20)],
    ['was never heard', till({ secretAt: null, lastCallAt: null, lastTokenAt: null }), 'unheard', null],
    ['calls with a token of the former secret', till({ lastCallAt: at(31) }), 'former', at(31)],
    ['presented the former secret', till({ lastCallAt: at(31), ...former(45) }), 'refused', at(45)],
    ['came with the new one', till({ secretAt: at(46), lastCallAt: at(46), lastTokenAt: at(46) }), 'switched', at(46)],
    ['came with the new one after it was refused', till({ secretAt: at(46), ...former(45) }), 'switched', at(46)],
    ['presents the former one again', till({ secretAt: at(46), ...former(47) }), 'refused', at(47)],
    ['was refused the former secret of a rotation before', till(former(10)), 'unheard', at(20)],
    ['was refused for another reason', till({ refusedAt: at(45), refusedReason: 'expired' }), 'unheard', at(20)],
    ['came with it in the moment of the rotation', till({ secretAt: rotatedAt }), 'switched', rotatedAt],
  ])('%s', (_, one, state, seenAt) => {
    expect([switchStateOf(one, rotatedAt), seenAtOf(one, switchStateOf(one, rotatedAt))]).toEqual([state, seenAt])
  })

  it('has one state, and what is said of it was seen after the rotation, unless nothing was', () => {
    const moment = fc.option(fc.integer({ min: 0, max: 59 }).map(at), { nil: null })
    const any = fc.record({
      ...{ secretAt: moment, lastCallAt: moment, lastTokenAt: moment, refusedAt: moment },
      refusedReason: fc.constantFrom(null, 'previous_secret', 'expired'),
    })
    fc.assert(
      fc.property(any, (one) => {
        const state = switchStateOf(one, rotatedAt)
        expect(switchStates).toContain(state)
        const seenAt = seenAtOf(one, state)
        if (state !== 'unheard') expect(seenAt !== null && seenAt >= rotatedAt).toBe(true)
      }),
    )
  })
})
