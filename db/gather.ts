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

/**
 * Answers the calls that wait at the same moment with one statement (bench.md: worth two to four times). A call that comes while
 * fewer than `batchesInFlight` batches are under way waits for others no longer than one turn of the event loop, and not at all where the
 * last call was alone too. `ask` gets the inputs and returns the outputs, or
 * promises of them, in the same order, one for each. When it fails, or returns another number, all of its calls fail: no call
 * gets an answer that is not its own.
 */
export function gather<Input, Output>(
  ask: (inputs: readonly Input[]) => Promise<readonly (Output | Promise<Output>)[]>,
  limits: { batchesInFlight: number; sizeMax: number },
): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = []
  let inFlight = 0
  let planned = false
  let wasAlone = true

  async function answer(calls: readonly Call<Input, Output>[]): Promise<void> {
    inFlight += 1
    try {
      const outputs = await ask(calls.map((call) => call.input))
      assert(outputs.length === calls.length && calls.every((_, i) => i in outputs), 'every input has its output')
      calls.forEach((call, i) => {
        call.resolve(outputs[i] as Output)
      })
    } catch (error) {
      for (const call of calls) call.reject(error)
    } finally {
      inFlight -= 1
      dispatch()
    }
  }

  function dispatch(): void {
    planned = false
    while (inFlight < limits.batchesInFlight && waiting.length > 0) {
      const calls = waiting.slice(0, limits.sizeMax)
      waiting = waiting.slice(limits.sizeMax)
      const now = Date.now()
      const inTime = calls.filter((call) => call.giveUpAt > now)
      for (const call of calls) if (call.giveUpAt <= now) call.reject(unavailable())
      wasAlone = calls.length === 1
      if (inTime.length > 0) void answer(inTime)
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= queueMax) return reject(unavailable())
      waiting.push({ input, resolve, reject, giveUpAt: Date.now() + waitMsMax })
      if (planned) return
      planned = true
      // After this turn of the event loop, so that requests that arrived together are sent together.
      if (inFlight > 0 || !wasAlone) setImmediate(dispatch)
      else queueMicrotask(dispatch)
    })
}
