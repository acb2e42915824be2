import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Fault } from '@/lib/kernel/fault'
import { gather } from './gather'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

/** An `ask` whose batches, in the order in which they were asked, answer when the test tells them to. */
function asked() {
  const batches: { inputs: readonly number[]; answer: () => void; fail: (reason: Error) => void }[] = []
  return {
    batches,
    inputs: () => batches.map((batch) => batch.inputs),
    ask: (inputs: readonly number[]) =>
      new Promise<string[]>((resolve, reject) => {
        batches.push({ inputs, answer: () => resolve(inputs.map((n) => `answer ${n}`)), fail: reject })
      }),
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const refusal = { code: 'service_unavailable', headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } }

const outcomesOf = async (calls: readonly Promise<string>[]) =>
  (await Promise.allSettled(calls)).map((outcome) =>
    outcome.status === 'fulfilled'
      ? outcome.value
      : outcome.reason instanceof Fault
        ? { code: outcome.reason.code, headers: outcome.reason.headers }
        : outcome.reason,
  )

/** A batch of one call, 0, is under way. */
async function underWay(sizeMax: number) {
  const { batches, inputs, ask } = asked()
  const call = gather(ask, { batchesInFlight: 2, sizeMax })
  void call(0)
  await settle()
  return { batches, inputs, call }
}

describe('calls that are gathered', () => {
  it('arrive together, travel together, and each gets its own answer', async () => {
    const { batches, inputs, ask } = asked()
    const call = gather(ask, { batchesInFlight: 3, sizeMax: 32 })
    const calls = [7, 3, 7, 9].map(call)
    await settle()
    expect(inputs()).toEqual([[7, 3, 7, 9]])
    batches[0]?.answer()
    expect(await Promise.all(calls)).toEqual(['answer 7', 'answer 3', 'answer 7', 'answer 9'])
  })

  it('ask for no more than sizeMax at a time, on no more than the batchesInFlight there are, first come first served', async () => {
    const { batches, inputs, ask } = asked()
    const call = gather(ask, { batchesInFlight: 2, sizeMax: 3 })
    const calls = numbers(0, 10).map(call)
    await settle()
    expect(inputs()).toEqual([numbers(0, 3), numbers(3, 6)])
    // When one batch ends, the next one begins; every caller gets its own answer.
    batches[1]?.answer()
    await settle()
    expect(inputs().slice(2)).toEqual([numbers(6, 9)])
    // One alone waits for the batch that is under way.
    batches[2]?.answer()
    await settle()
    expect(inputs()).toHaveLength(3)
    batches[0]?.answer()
    await settle()
    expect(inputs().slice(3)).toEqual([numbers(9, 10)])
    batches[3]?.answer()
    expect(await Promise.all(calls)).toEqual(numbers(0, 10).map((n) => `answer ${n}`))
  })

  it('do not wait for company when no batch is under way', async () => {
    const { batches, inputs, ask } = asked()
    const call = gather(ask, { batchesInFlight: 2, sizeMax: 32 })
    void call(1)
    await settle()
    batches[0]?.answer()
    await settle()
    void call(2)
    await settle()
    expect(inputs()).toEqual([[1], [2]])
  })

  it('wait for the batch that is under way, and go together when it ends (ADR-0080)', async () => {
    const { batches, inputs, call } = await underWay(32)
    void call(1)
    await vi.advanceTimersByTimeAsync(19)
    void call(2)
    await settle()
    expect(inputs()).toEqual([[0]])
    batches[0]?.answer()
    await settle()
    expect(inputs()).toEqual([[0], [1, 2]])
  })

  it('are prepared while they wait for a batch under way, and not where they wait for none (ADR-0099)', async () => {
    const { batches, inputs, ask } = asked()
    const prepared: number[] = []
    const call = gather(ask, { batchesInFlight: 2, sizeMax: 32 }, (n: number) => prepared.push(n))
    void call(0)
    await settle()
    expect(prepared).toEqual([])
    void call(1)
    void call(2)
    expect(prepared).toEqual([1, 2])
    batches[0]?.answer()
    await settle()
    expect(inputs()).toEqual([[0], [1, 2]])
    expect(prepared).toEqual([1, 2])
  })

  it('go to the database before those of the batch before are answered (ADR-0080)', async () => {
    vi.useRealTimers()
    const { batches, inputs, ask } = asked()
    // As the driver does: a statement is sent some promises after it was asked for.
    const send = async (batch: readonly number[]) => {
      for (let promise = 0; promise < 20; promise++) await undefined
      return ask(batch)
    }
    const call = gather(send, { batchesInFlight: 2, sizeMax: 32 })
    const sentWhenAnswered = (n: number) => call(n).then(inputs, inputs)
    for (const end of ['answer', 'fail'] as const) {
      const begun = batches.length
      const first = sentWhenAnswered(0)
      await vi.waitFor(() => expect(batches).toHaveLength(begun + 1))
      const second = [1, 2].map(sentWhenAnswered)
      batches[begun]?.[end](new Error('canceled'))
      expect((await first).slice(begun)).toEqual([[0], [1, 2]])
      batches[begun + 1]?.[end](new Error('canceled'))
      await Promise.all(second)
    }
  })

  it('go beside one that takes long once the first of them has waited 20 ms, and never beside more than there may be', async () => {
    const { batches, inputs, call } = await underWay(32)
    void call(1)
    await vi.advanceTimersByTimeAsync(12)
    void call(2)
    await vi.advanceTimersByTimeAsync(7)
    expect(inputs()).toEqual([[0]])
    await vi.advanceTimersByTimeAsync(1)
    expect(inputs()).toEqual([[0], [1, 2]])
    void call(3)
    await vi.advanceTimersByTimeAsync(100)
    expect(inputs()).toHaveLength(2)
    // What has waited that long goes as soon as there is a place, beside the one that still runs.
    batches[1]?.answer()
    await settle()
    expect(inputs().slice(2)).toEqual([[3]])
  })

  it('go beside one that has just begun only when more wait than one batch takes', async () => {
    const { batches, inputs, call } = await underWay(3)
    for (const n of [1, 2, 3]) void call(n)
    await settle()
    expect(inputs()).toEqual([[0]])
    void call(4)
    await settle()
    expect(inputs()).toEqual([[0], [1, 2, 3]])
    // The one that is left over goes with whoever waits when one of the two ends.
    batches[1]?.answer()
    batches[0]?.answer()
    await settle()
    expect(inputs().slice(2)).toEqual([[4]])
  })

  it('fail together when their statement fails, and the others do not', async () => {
    const { batches, ask } = asked()
    const call = gather(ask, { batchesInFlight: 2, sizeMax: 2 })
    const outcomes = outcomesOf(numbers(0, 6).map(call))
    await settle()
    batches[0]?.fail(new Error('canceled'))
    await settle()
    batches[1]?.answer()
    await settle()
    batches[2]?.answer()
    const failed = new Error('canceled')
    expect(await outcomes).toEqual([failed, failed, ...numbers(2, 6).map((n) => `answer ${n}`)])
  })

  it('fail when the statement cannot even be begun, and another may begin', async () => {
    let broken = true
    const call = gather(
      (inputs: readonly number[]) => {
        if (broken) throw new Error('no database')
        return Promise.resolve(inputs.map((n) => `answer ${n}`))
      },
      { batchesInFlight: 1, sizeMax: 8 },
    )
    const lost = outcomesOf([call(1), call(2)])
    await settle()
    expect(await lost).toEqual([new Error('no database'), new Error('no database')])
    broken = false
    const answered = call(3)
    await settle()
    expect(await answered).toBe('answer 3')
  })

  it('are refused, and not asked, when they have waited too long for their batch (D12)', async () => {
    const { batches, inputs, ask } = asked()
    const call = gather(ask, { batchesInFlight: 1, sizeMax: 2 })
    const slow = call(0)
    await settle()
    const late = outcomesOf(numbers(1, 6).map(call))
    await vi.advanceTimersByTimeAsync(500)
    const inTime = outcomesOf(numbers(6, 8).map(call))
    await vi.advanceTimersByTimeAsync(500)
    batches[0]?.answer()
    await settle()
    // The last late call and the first call in time were in one batch; only the call in time was asked.
    batches[1]?.answer()
    await settle()
    batches[2]?.answer()
    expect(await slow).toBe('answer 0')
    expect(await late).toEqual(Array(5).fill(refusal))
    expect(await inTime).toEqual(['answer 6', 'answer 7'])
    expect(inputs()).toEqual([[0], [6], [7]])
  })

  it('are refused at once when ten thousand wait already (D12)', async () => {
    const { batches, ask } = asked()
    const call = gather(ask, { batchesInFlight: 1, sizeMax: 20_000 })
    const first = call(0)
    await settle()
    const calls = numbers(1, 10_001).map(call)
    expect(await outcomesOf([call(10_001)])).toEqual([refusal])
    batches[0]?.answer()
    await settle()
    batches[1]?.answer()
    expect(await first).toBe('answer 0')
    expect(batches[1]?.inputs).toEqual(numbers(1, 10_001))
    expect(await Promise.all(calls)).toHaveLength(10_000)
  })
})
