import { setTimeout as wait } from 'node:timers/promises'

const askAgainMs = 20
const answerLimitMs = 2_000

/** Resolves when every address answers with success. Throws when `signal` is aborted before. */
export async function untilReady(addresses: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all(addresses.map((address) => answers(address, signal)))
}

async function answers(address: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)])
    const response = await fetch(address, { signal: limit }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    await wait(askAgainMs, undefined, { signal })
  }
}
