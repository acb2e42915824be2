/** The same signal reaches a process twice within moments: from the terminal's group and again from npm. It counts once. */
const echoMs = 500

export type StopSignals = {
  readonly first: AbortSignal
  readonly second: AbortSignal
  readonly received: Promise<void>
}

/**
 * Takes over the signals that ask a process to end. `first` is aborted (and `received` resolved) by the first of them, `second`
 * by one that comes later on purpose, from somebody who does not want to wait.
 */
export function stopSignals(): StopSignals {
  const first = new AbortController()
  const second = new AbortController()
  let firstAtMs = 0
  const received = new Promise<void>((resolve) => {
    first.signal.addEventListener('abort', () => resolve())
  })
  const take = () => {
    if (!first.signal.aborted) {
      firstAtMs = Date.now()
      first.abort()
    } else if (Date.now() - firstAtMs > echoMs) second.abort()
  }
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, take)
  return { first: first.signal, second: second.signal, received }
}
