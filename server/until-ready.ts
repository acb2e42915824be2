import { setTimeout as wait } from 'node:timers/promises'

const askAgainMs = 20
const answerLimitMs = 2_000

/**
 * Resolves when every address answers with success. Throws when `signal` is aborted before. An answer that takes longer than
 * `limitMs` is asked for again.
 */
export async function untilReady(
  addresses: readonly string[],
  signal: AbortSignal,
  limitMs = answerLimitMs,
): Promise<void> {
  await Promise.all(addresses.map((address) => answers(address, signal, limitMs)))
}

async function answers(address: string, signal: AbortSignal, limitMs: number): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const response = await fetch(address, { signal: limit }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    await wait(askAgainMs, undefined, { signal })
  }
}
