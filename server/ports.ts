import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const releaseLimitMs = 10_000

/** The port that could be listened on: `port`, or any when it is 0. Undefined when it is taken. Without a host, on all addresses. */
export const freePort = (port: number, host?: string): Promise<number | undefined> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(undefined))
    probe.listen({ port, exclusive: true, ...(host ? { host } : {}) }, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : undefined))
    })
  })

/**
 * Throws when another program listens on a port, since its answers would be taken for ours. Waits for processes of a killed
 * supervisor, which are about to end. Without a host, on every interface.
 */
export async function requireFreePorts(
  ports: readonly number[],
  host: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (ports.includes(0) || new Set(ports).size < ports.length) {
    throw new Error(`PORT and API_PORT must be two different ports, not ${ports.join(' and ')}.`)
  }
  const until = Date.now() + releaseLimitMs
  for (const port of ports) {
    while (!(await freePort(port, host))) {
      if (Date.now() > until)
        throw new Error(`Port ${port} is taken by another program. Set PORT and API_PORT to others.`)
      await wait(100, undefined, { signal })
    }
  }
}
