import { assert } from '@/lib/kernel/assert'
import { unavailable } from '@/lib/kernel/gate'

type Call<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (reason: unknown) => void
  giveUpAt: number
}

const waitMsMax = 1_000
const queueMax = 10_000

/** How long a call waits for a batch that is under way, before it goes beside it. */
const besideMs = 20

/**
 * Answers the calls that wait at the same moment with one statement (bench.md: worth two to four times). A call that comes while no batch is
 * under way waits for others no longer than one turn of the event loop, and not at all where the last call was alone too. One that comes
 * while a batch is under way goes when that ends: beside it, as long as fewer than `batchesInFlight` are, only when more wait than one
 * batch takes, or when it has waited for `besideMs` (ADR-0080). When a batch has ended, the next one is sent before its calls are
 * answered, so that the database works on one while this process answers the other. `ask` gets the inputs and returns the outputs, or
 * promises of them, in the same order, one for each. When it fails, or returns another number, all of its calls fail: no call gets an
 * answer that is not its own. `prepare` is called with each input that must wait for a batch under way, since what is made then does not
 * keep the database waiting between two batches (ADR-0099).
 */
export function gather<Input, Output>(
  ask: (inputs: readonly Input[]) => Promise<readonly (Output | Promise<Output>)[]>,
  limits: { batchesInFlight: number; sizeMax: number },
  prepare?: (input: Input) => unknown,
): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = []
  let inFlight = 0
  let planned = false
  let wasAlone = true
  let beside: NodeJS.Timeout | undefined

  async function answer(calls: readonly Call<Input, Output>[]): Promise<void> {
    inFlight += 1
    const settle = await settlementOf(calls)
    inFlight -= 1
    // The next batch is with the database before these are answered, which keeps this process busy for as long as that takes.
    const stillInFlight = inFlight
    dispatch()
    if (inFlight > stillInFlight) setImmediate(settle)
    else settle()
  }

  /** Asks, and returns what gives each call its outcome. */
  async function settlementOf(calls: readonly Call<Input, Output>[]): Promise<() => void> {
    try {
      const outputs = await ask(calls.map((call) => call.input))
      assert(outputs.length === calls.length && calls.every((_, i) => i in outputs), 'every input has its output')
      const settle = (): void => calls.forEach((call, i) => void call.resolve(outputs[i] as Output))
      if (!outputs.some((output) => output instanceof Promise)) return settle
      // A promise that fails must have somebody who waits for it by then.
      settle()
      return () => {}
    } catch (error) {
      return () => {
        for (const call of calls) call.reject(error)
      }
    }
  }

  function dispatch(): void {
    planned = false
    clearTimeout(beside)
    while (waiting.length > 0 && inFlight < limits.batchesInFlight) {
      const now = Date.now()
      const waitsYetMs = inFlight === 0 || waiting.length > limits.sizeMax ? 0 : besideMs - waitedMs(now)
      if (waitsYetMs > 0) {
        beside = setTimeout(dispatch, waitsYetMs)
        return
      }
      const calls = waiting.slice(0, limits.sizeMax)
      waiting = waiting.slice(limits.sizeMax)
      const inTime = calls.filter((call) => call.giveUpAt > now)
      for (const call of calls) if (call.giveUpAt <= now) call.reject(unavailable())
      wasAlone = calls.length === 1
      if (inTime.length > 0) void answer(inTime)
    }
  }

  /** For how long the first of those that wait has waited. */
  const waitedMs = (now: number): number => now - ((waiting[0]?.giveUpAt ?? now) - waitMsMax)

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= queueMax) return reject(unavailable())
      if (inFlight > 0) prepare?.(input)
      waiting.push({ input, resolve, reject, giveUpAt: Date.now() + waitMsMax })
      if (planned) return
      planned = true
      // After this turn of the event loop, so that requests that arrived together are sent together.
      if (inFlight > 0 || !wasAlone) setImmediate(dispatch)
      else queueMicrotask(dispatch)
    })
}
