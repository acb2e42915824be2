import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, type Call, callOf, cancel, charge, isPending, type Sale, whatFollows } from './sale'

/** The service as the till meets it: each key has one outcome, and an authorization ends once. */
class ModelService {
  readonly #made = new Map<string, 'Authorized' | 'Consumed' | 'Expired' | 'Released'>()
  readonly #charges = new Map<string, string>()
  readonly #paidAt = new Map<string, string>()
  registered = 0

  answer(call: Call, sale: Sale): Answer {
    const { applyKey, chargeKey } = sale
    const status = this.#made.get(applyKey)
    const applied = {
      authorizationCode: `code of ${applyKey}`,
      purchaseAmount: 100,
      discountAmount: 10,
      finalAmount: 90,
      expiresAt: '2026-11-22T14:15:00.000Z',
    }
    if (call === 'apply') {
      if (status === undefined) this.#made.set(applyKey, 'Authorized')
      return { call, value: { ...applied, status: 'Authorized' } }
    }
    if (call === 'standing') {
      if (status === undefined) return { call, refused: 'authorization_not_found' }
      const code = this.#charges.get(applyKey)
      return {
        call,
        value: {
          ...applied,
          status,
          consumption: code === undefined ? null : { code },
          now: '2026-11-22T14:01:00.000Z',
        },
      }
    }
    if (status === undefined) return { call, refused: 'authorization_not_found' }
    if (call === 'release') {
      if (status === 'Consumed') return { call, refused: 'authorization_already_used' }
      const ended = status === 'Authorized' ? 'Released' : status
      this.#made.set(applyKey, ended)
      return { call, value: { ...applied, status: ended } }
    }
    const paidAt = 'paidAt' in sale ? sale.paidAt : ''
    const bound = this.#paidAt.get(chargeKey)
    if (bound !== undefined && bound !== paidAt) return { call, refused: 'idempotency_key_reused' }
    if (bound === undefined) {
      if (status === 'Consumed') return { call, refused: 'authorization_already_used' }
      if (status !== 'Authorized') return { call, refused: 'authorization_expired' }
      this.#made.set(applyKey, 'Consumed')
      this.#charges.set(applyKey, `consumption of ${applyKey}`)
      this.#paidAt.set(chargeKey, paidAt)
      this.registered += 1
    }
    return { call, value: { ...applied, code: this.#charges.get(applyKey) ?? '' } }
  }

  expire(applyKey: string): void {
    if (this.#made.get(applyKey) === 'Authorized') this.#made.set(applyKey, 'Expired')
  }

  /** What may be kept in the end. */
  endings(applyKey: string): readonly Sale['step'][] {
    const status = this.#made.get(applyKey)
    if (status === 'Consumed') return ['charged']
    if (status === undefined) return ['refused', 'canceled']
    // A call that arrived after its sale was given up, or had never been applied, reserved what expires by itself (contract, 1).
    if (status === 'Authorized') return ['applied', 'canceled', 'refused']
    return ['applied', 'canceled', 'refused', 'lapsed']
  }
}

const begun: Sale = {
  step: 'applying',
  reference: 'V-1',
  applyKey: 'a',
  chargeKey: 'c',
  customer: 'Ana P.',
  company: 'Caribe Tech',
  discount: '10 %',
}

/** A tab shows what was kept when it last looked; its calls are of what is kept when they are made, as are what it hears. */
type Tab = { shown: Sale; hasDraft: boolean; unsure: boolean; onItsWay: Answer | undefined }

const deed = fc.record({
  tab: fc.constantFrom(0, 1),
  does: fc.constantFrom(
    'send',
    'send',
    'hear',
    'hear',
    'lose request',
    'lose answer',
    'charge',
    'cancel',
    'reload',
    'look',
    'expire',
  ),
})

describe('a sale at the till (D70)', () => {
  it('has one outcome, the service’s, whatever is lost, late, reloaded or pressed in two tabs', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
        const service = new ModelService()
        // What is kept in the browser, for both tabs.
        const browser: { kept: Sale } = { kept: begun }
        let moment = 0
        const tabs = [0, 1].map((n): Tab => ({ shown: begun, hasDraft: n === 0, unsure: false, onItsWay: undefined }))
        const press = (tab: Tab, pressed: Sale) => {
          // A button that is not there, or was pressed already, keeps nothing.
          if (pressed !== tab.shown) browser.kept = pressed
          tab.shown = pressed
        }
        const send = (tab: Tab) => {
          const call = callOf(browser.kept, tab)
          if (call !== undefined) tab.onItsWay = service.answer(call, browser.kept)
        }
        const hear = (tab: Tab) => {
          if (tab.onItsWay === undefined) return
          const next = whatFollows(browser.kept, tab.onItsWay)
          Object.assign(tab, { unsure: next.unsure, shown: next.sale, onItsWay: undefined })
          browser.kept = next.sale
        }
        for (const { tab: n, does } of deeds) {
          const tab = tabs[n] as Tab
          if (does === 'charge') press(tab, charge(tab.shown, `moment ${++moment}`))
          else if (does === 'cancel') press(tab, cancel(tab.shown))
          else if (does === 'look') tab.shown = browser.kept
          else if (does === 'reload')
            Object.assign(tab, { shown: browser.kept, hasDraft: false, unsure: false, onItsWay: undefined })
          else if (does === 'expire') service.expire('a')
          else if (does === 'hear') hear(tab)
          else if (does !== 'lose request') send(tab)
          if (does === 'lose answer') tab.onItsWay = undefined
        }
        // Then the network is there, and nothing is lost any more.
        for (const tab of tabs) {
          hear(tab)
          for (let turn = 0; turn < 10 && isPending(browser.kept); turn++) {
            send(tab)
            hear(tab)
          }
        }
        expect(isPending(browser.kept)).toBe(false)
        expect(service.registered).toBe(browser.kept.step === 'charged' ? 1 : 0)
        expect(service.endings('a')).toContain(browser.kept.step)
      }),
      { numRuns: 3_000 },
    )
  })

  it('that is being charged is not ended by what another tab heard before it was applied', () => {
    const service = new ModelService()
    const asked = service.answer('standing', begun)
    const pressed = charge(whatFollows(begun, service.answer('apply', begun)).sale, 'now')
    const charged = service.answer('charge', pressed)
    const late = whatFollows(pressed, asked)
    expect(late).toEqual({ sale: pressed, unsure: true })
    expect(whatFollows(late.sale, charged).sale.step).toBe('charged')
    expect(whatFollows(late.sale, service.answer('standing', late.sale)).sale.step).toBe('charged')
  })

  it('is charged by the key and the moment of its first press, also when it is loaded again', () => {
    const applied = whatFollows(begun, new ModelService().answer('apply', begun)).sale
    const pressed = charge(applied, 'first')
    expect(charge(pressed, 'second')).toBe(pressed)
    expect(pressed).toMatchObject({ step: 'charging', paidAt: 'first', chargeKey: 'c' })
  })

  it('holds no identification, and what is kept can be read again', () => {
    const applied = whatFollows(begun, new ModelService().answer('apply', begun)).sale
    expect(JSON.parse(JSON.stringify(applied))).toEqual(applied)
    expect(Object.keys(applied)).not.toContain('identification')
  })

  it('says that a payment came too late, and does not call that a sale', () => {
    const service = new ModelService()
    const pressed = charge(whatFollows(begun, service.answer('apply', begun)).sale, 'now')
    service.expire('a')
    const refused = whatFollows(pressed, service.answer('charge', pressed))
    expect(refused).toMatchObject({ unsure: true })
    expect(whatFollows(refused.sale, service.answer('standing', refused.sale)).sale).toMatchObject({
      step: 'lapsed',
      wasPaid: true,
    })
  })

  it('takes another moment of payment where the first does not fit the service’s clock', () => {
    const pressed = charge(whatFollows(begun, new ModelService().answer('apply', begun)).sale, 'tomorrow')
    const { sale, unsure } = whatFollows(pressed, { call: 'charge', refused: 'invalid_request' })
    expect(unsure).toBe(true)
    const standing = {
      ...pressed,
      authorizationCode: 'code',
      purchaseAmount: 100,
      discountAmount: 10,
      finalAmount: 90,
      expiresAt: '2026-11-22T14:15:00.000Z',
      status: 'Authorized' as const,
      consumption: null,
      now: '2026-11-22T14:00:00.000Z',
    }
    expect(whatFollows(sale, { call: 'standing', value: standing }).sale).toMatchObject({
      paidAt: standing.now,
      chargeKey: 'c',
    })
  })

  it('that was refused says why, and one whose key made nothing begins anew', () => {
    expect(whatFollows(begun, { call: 'apply', refused: 'no_applicable_items' }).sale).toMatchObject({
      step: 'refused',
      code: 'no_applicable_items',
    })
    expect(whatFollows(begun, { call: 'standing', refused: 'authorization_not_found' }).sale).toMatchObject({
      step: 'refused',
    })
    expect(whatFollows(cancel(begun), { call: 'standing', refused: 'authorization_not_found' }).sale.step).toBe(
      'canceled',
    )
  })
})
