import autocannon from 'autocannon'
import { type Drive, Gathered } from './load-plan'

const perSecondMax = 100_000

/**
 * Closed loop: each connection sends its next request when it has its answer. The requests are bytes made beforehand, handed to
 * autocannon's clients in place of their own iterator, which would build each one anew.
 */
export async function driveAutocannon({ plan, at }: Drive) {
  const gathered = new Gathered(perSecondMax * (plan.seconds + 1))
  let index = 0
  let stop = () => {}
  const startedAt = performance.now()
  let until = startedAt + plan.seconds * 1000

  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: plan.url,
        connections: plan.connections,
        duration: plan.seconds,
        sampleInt: 100,
        setupClient: (client) => {
          let current = at(index++) ?? { n: -1, bytes: Buffer.alloc(0) }
          let answer: { n: number; status: number; body: string } | undefined
          client.requestIterator = {
            currentRequest: { requestBuffer: current.bytes },
            resetted: false,
            nextRequest() {
              const next = at(index++)
              if (!next) {
                // No requests are left: the window ends here, and later sends are repetitions that are not counted.
                until = Math.min(until, performance.now())
                stop()
                return
              }
              current = next
              this.currentRequest.requestBuffer = next.bytes
            },
            recordBody: (_, status, body) => {
              answer = { n: current.n, status, body }
            },
          }
          client.on('response', (_status: number, _bytes: number, ms: number) => {
            gathered.served += 1
            if (answer && performance.now() < until) gathered.record(answer.n, answer.status, answer.body, ms)
          })
        },
      },
      (error) => (error ? reject(error) : resolve()),
    )
    stop = () => instance.stop()
    instance.on('reqError', () => {
      gathered.errors += 1
    })
  })
  return { gathered, seconds: (until - startedAt) / 1000, summary: undefined, cpuSeconds: undefined }
}
