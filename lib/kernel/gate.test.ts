import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Fault } from '@/lib/kernel/fault'
import { Gate } from './gate'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

/** Statements that run until they are told to end, in the order in which they began. */
function statements() {
  const begun: { name: number; end: () => void; fail: (reason: Error) => void }[] = []
  return {
    begun,
    names: () => begun.map(({ name }) => name),
    statement: (name: number) => () =>
      new Promise<number>((resolve, reject) => {
        begun.push({ name, end: () => resolve(name), fail: reject })
      }),
  }
}

/** Lets everything that is ready go on. */
const settle = () => vi.advanceTimersByTimeAsync(0)

/** What became of a call, once it has settled. */
function outcomeOf(call: Promise<unknown>): { now: () => unknown } {
  let outcome: unknown = 'pending'
  call.then(
    (value) => {
      outcome = value
    },
    (error) => {
      outcome = error instanceof Fault ? { code: error.code, headers: error.headers } : error
    },
  )
  return { now: () => outcome }
}

const refusal = { code: 'service_unavailable', headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } }

describe('a gate', () => {
  it('keeps a place for what goes on though its statement ended, and lets nobody in its stead', async () => {
    const gate = new Gate({ size: 2, waitMsMax: 1_000, queueMax: 100 })
    const { begun, names, statement } = statements()
    const calls = [0, 1, 2].map((name) => gate.run(statement(name)))
    await settle()
    const release = gate.occupy()
    begun[0]?.end()
    await settle()
    expect(names()).toEqual([0, 1])
    expect(gate.load).toEqual({ running: 2, waiting: 1 })
    release()
    await settle()
    expect(names()).toEqual([0, 1, 2])
    begun[1]?.end()
    begun[2]?.end()
    expect(await Promise.all(calls)).toEqual([0, 1, 2])
    expect(gate.load).toEqual({ running: 0, waiting: 0 })
    await vi.runAllTimersAsync()
  })

  it('lets no more statements run at a time than its size, in the order in which they came', async () => {
    const gate = new Gate({ size: 3, waitMsMax: 1_000, queueMax: 100 })
    const { begun, names, statement } = statements()
    const answers = Array.from({ length: 20 }, (_, name) => gate.run(statement(name)))
    for (let ended = 0; ended < 20; ended++) {
      await settle()
      expect(names()).toEqual(Array.from({ length: Math.min(20, ended + 3) }, (_, name) => name))
      expect(gate.load).toEqual({ running: Math.min(3, 20 - ended), waiting: Math.max(0, 17 - ended) })
      begun[ended]?.end()
    }
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, (_, name) => name))
    expect(gate.load).toEqual({ running: 0, waiting: 0 })
    await vi.runAllTimersAsync()
  })

  it('refuses who has waited as long as it allows, tells them when to come back, and never runs them (D12)', async () => {
    const gate = new Gate({ size: 1, waitMsMax: 1_000, queueMax: 100 })
    const { begun, names, statement } = statements()
    const running = gate.run(statement(0))
    const first = outcomeOf(gate.run(statement(1)))
    await vi.advanceTimersByTimeAsync(400)
    const second = outcomeOf(gate.run(statement(2)))
    await vi.advanceTimersByTimeAsync(599)
    expect([first.now(), second.now()]).toEqual(['pending', 'pending'])
    await vi.advanceTimersByTimeAsync(1)
    expect([first.now(), second.now()]).toEqual([refusal, 'pending'])
    await vi.advanceTimersByTimeAsync(399)
    expect(second.now()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(second.now()).toEqual(refusal)
    begun[0]?.end()
    expect(await running).toBe(0)
    await settle()
    expect(names()).toEqual([0])
    expect(gate.load).toEqual({ running: 0, waiting: 0 })
  })

  it('holds each to the time since it came, also after others have come and gone', async () => {
    const gate = new Gate({ size: 1, waitMsMax: 1_000, queueMax: 100 })
    const { begun, statement } = statements()
    void gate.run(statement(0))
    void gate.run(statement(1))
    await vi.advanceTimersByTimeAsync(500)
    begun[0]?.end()
    await settle()
    // The timer of the statement that has begun by now is still set.
    const waiting = outcomeOf(gate.run(statement(2)))
    await vi.advanceTimersByTimeAsync(999)
    expect(waiting.now()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(waiting.now()).toEqual(refusal)
    begun[1]?.end()
    await settle()
    expect(gate.load).toEqual({ running: 0, waiting: 0 })
  })

  it('does not hold a statement that runs to the time of those that wait', async () => {
    const gate = new Gate({ size: 1, waitMsMax: 1_000, queueMax: 100 })
    const { begun, statement } = statements()
    const running = outcomeOf(gate.run(statement(0)))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(running.now()).toBe('pending')
    begun[0]?.end()
    await settle()
    expect(running.now()).toBe(0)
  })

  it('refuses at once whom its queue cannot hold (D12)', async () => {
    const gate = new Gate({ size: 2, waitMsMax: 1_000, queueMax: 3 })
    const { begun, statement } = statements()
    const calls = Array.from({ length: 7 }, (_, name) => outcomeOf(gate.run(statement(name))))
    await settle()
    expect(calls.map((call) => call.now())).toEqual([...Array(5).fill('pending'), refusal, refusal])
    begun[0]?.end()
    await settle()
    const late = outcomeOf(gate.run(statement(7)))
    await settle()
    expect(late.now()).toBe('pending')
    expect(gate.load).toEqual({ running: 2, waiting: 3 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(gate.load).toEqual({ running: 2, waiting: 0 })
  })

  it('gives the place of a statement that failed to the next, and its error to its caller', async () => {
    const gate = new Gate({ size: 1, waitMsMax: 1_000, queueMax: 100 })
    const { begun, statement } = statements()
    const [bad, good] = [outcomeOf(gate.run(statement(0))), outcomeOf(gate.run(statement(1)))]
    begun[0]?.fail(new Error('no such column'))
    await settle()
    expect(bad.now()).toEqual(new Error('no such column'))
    begun[1]?.end()
    await settle()
    expect(good.now()).toBe(1)
    expect(gate.load).toEqual({ running: 0, waiting: 0 })
    await vi.runAllTimersAsync()
  })

  it('gets its place back from a statement that throws before it begins', async () => {
    const gate = new Gate({ size: 1, waitMsMax: 1_000, queueMax: 100 })
    for (let time = 0; time < 5; time++) {
      await expect(
        gate.run(() => {
          throw new Error('not a statement')
        }),
      ).rejects.toThrow('not a statement')
    }
    expect(gate.load).toEqual({ running: 0, waiting: 0 })
    expect(await gate.run(async () => 'runs')).toBe('runs')
  })

  it('tells of every wait how long it was and whether the turn came', async () => {
    const gate = new Gate({ size: 1, waitMsMax: 1_000, queueMax: 2 })
    const waits: [waitedMs: number, served: boolean][] = []
    gate.onWait = (...wait) => waits.push(wait)
    const { begun, statement } = statements()
    const calls = Array.from({ length: 4 }, (_, name) => outcomeOf(gate.run(statement(name))))
    await vi.advanceTimersByTimeAsync(300)
    begun[0]?.end()
    await vi.advanceTimersByTimeAsync(700)
    begun[1]?.end()
    await settle()
    expect(calls.map((call) => call.now())).toEqual([0, 1, refusal, refusal])
    expect(waits).toEqual([
      [0, false],
      [300, true],
      [1_000, false],
    ])
  })
})
