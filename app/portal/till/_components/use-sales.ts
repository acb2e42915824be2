'use client'

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Answer, type Call, callOf, isOver, isPending, type Sale, whatFollows } from '@/lib/till/sale'
import { callTill, type Heard, type PageOf, type Trouble } from './call'
import type { Kept } from './kept'

/** After how long a call without an answer is made again. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000]
/** How often a key must have made nothing before a sale counts as never applied: its call may still be on its way. */
const absencesMax = 3

type State = { readonly trouble: Trouble | undefined; readonly failures: number }

/**
 * The sales of this browser, and the calls that they wait for, made again until there is an answer. A sale that is being charged or
 * canceled is any tab's to finish; one that is being applied is its own tab's, which alone has what was typed.
 */
export function useSales(page: PageOf, kept: Kept, current: string | undefined, onOver: (sale: Sale) => void) {
  const sales = useSyncExternalStore(kept.follow, kept.sales, kept.sales)
  const [states, setStates] = useState<Readonly<Record<string, State>>>({})
  const offsetMs = useRef(0)
  const running = useRef(new Map<string, Run>())

  const heardClock = useCallback((now: string) => {
    offsetMs.current = Date.parse(now) - Date.now()
  }, [])
  /** The service's clock, as far as it is known. */
  const now = useCallback(() => Date.now() + offsetMs.current, [])

  useEffect(() => {
    const runs = running.current
    for (const sale of sales) {
      const { applyKey } = sale
      const isMine = applyKey === current || sale.step === 'charging' || sale.step === 'canceling'
      const run = runs.get(applyKey)
      if (isPending(sale) && isMine) {
        if (run === undefined) runs.set(applyKey, new Run(page, kept, applyKey, { setStates, heardClock, onOver }))
      } else if (run !== undefined) {
        run.stop()
        runs.delete(applyKey)
      }
    }
  }, [sales, current, page, kept, heardClock, onOver])

  useEffect(() => {
    const runs = running.current
    const again = () => {
      for (const run of runs.values()) run.now()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') again()
    }
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', seen)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', seen)
      for (const run of runs.values()) run.stop()
      runs.clear()
    }
  }, [])

  const retry = useCallback((applyKey: string) => running.current.get(applyKey)?.now(), [])
  return { sales, stateOf: (applyKey: string) => states[applyKey], now, heardClock, retry }
}

type Tells = {
  readonly setStates: (change: (states: Readonly<Record<string, State>>) => Readonly<Record<string, State>>) => void
  readonly heardClock: (now: string) => void
  readonly onOver: (sale: Sale) => void
}

/** The calls of one sale, one at a time. */
class Run {
  readonly #page: PageOf
  readonly #kept: Kept
  readonly #applyKey: string
  readonly #tells: Tells
  #timer: ReturnType<typeof setTimeout> | undefined
  #busy = false
  #stopped = false
  #unsure = false
  #failures = 0
  #absences = 0

  constructor(page: PageOf, kept: Kept, applyKey: string, tells: Tells) {
    this.#page = page
    this.#kept = kept
    this.#applyKey = applyKey
    this.#tells = tells
    void this.#turn()
  }

  now(): void {
    if (!this.#busy) void this.#turn()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #turn(): Promise<void> {
    clearTimeout(this.#timer)
    const asked = this.#kept.sale(this.#applyKey)
    if (this.#stopped || asked === undefined) return
    const draft = this.#kept.draft(this.#applyKey)
    const call = callOf(asked, { hasDraft: draft !== undefined, unsure: this.#unsure })
    if (call === undefined) return
    this.#busy = true
    const heard = await send(this.#page, call, asked, draft)
    this.#busy = false
    this.#hear(call, heard)
  }

  #hear(call: Call, heard: Heard<never>): void {
    if (heard.heard === 'nothing') {
      this.#wait(heard.trouble, heard.seconds)
      return
    }
    if (heard.heard === 'value') this.#tells.heardClock(heard.now)
    const sale = this.#kept.sale(this.#applyKey)
    if (sale === undefined) return
    if (call === 'standing' && heard.heard === 'refused' && ++this.#absences < absencesMax) {
      this.#wait(undefined)
      return
    }
    const answer =
      heard.heard === 'refused'
        ? { call, refused: heard.code }
        : { call, value: call === 'standing' ? { ...(heard.value as object), now: heard.now } : heard.value }
    const { sale: next, unsure } = whatFollows(sale, answer as Answer)
    this.#unsure = unsure
    this.#failures = 0
    this.#say(undefined)
    if (!isPending(next)) this.#kept.forgetDraft(this.#applyKey)
    this.#kept.put(next)
    if (isOver(next)) this.#tells.onOver(next)
    else if (isPending(next)) this.#timer = setTimeout(() => void this.#turn(), next === sale ? waitsMs[0] : 0)
  }

  #wait(trouble: Trouble | undefined, seconds?: number): void {
    const waitMs = seconds === undefined ? waitsMs[Math.min(this.#failures, waitsMs.length - 1)] : seconds * 1_000
    this.#failures += 1
    this.#say(trouble)
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#turn(), waitMs)
  }

  #say(trouble: Trouble | undefined): void {
    const said = { trouble, failures: this.#failures }
    this.#tells.setStates((states) => ({ ...states, [this.#applyKey]: said }))
  }
}

function send(page: PageOf, call: Call, sale: Sale, draft: ReturnType<Kept['draft']>): Promise<Heard<never>> {
  const { reference, applyKey, chargeKey } = sale
  const named = 'authorizationCode' in sale ? { authorizationCode: sale.authorizationCode } : {}
  if (call === 'apply') return callTill(page, 'apply', { ...draft, key: applyKey })
  if (call === 'standing') return callTill(page, 'standing', { applyKey, reference, ...named })
  if (call === 'release') return callTill(page, 'cancel', { reference, ...named })
  const consumptionDate = sale.step === 'charging' ? sale.paidAt : undefined
  return callTill(page, 'charge', { reference, ...named, consumptionDate, key: chargeKey })
}
