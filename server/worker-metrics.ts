import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** `/metrics` reaches one of several processes and must show all: that process asks the first process, which asks every one. */

const isAsked = (message: unknown): message is { gatherMetrics: number } =>
  typeof message === 'object' && message !== null && 'gatherMetrics' in message
const isTold = (message: unknown): message is { metricsOf: number; text: string | undefined } =>
  typeof message === 'object' && message !== null && 'metricsOf' in message

/** In the first process: adds up what the processes count, for the one that asks. */
export function gatherMetrics(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isAsked(message)) return
    const tell = (text: string | undefined): void => {
      if (worker.isConnected()) worker.send({ metricsOf: message.gatherMetrics, text })
    }
    all.clusterMetrics().then(tell, () => tell(undefined))
  })
}

/** In one of the processes: lets `registry` be gathered, and asks for what all have counted. Rejects when one does not answer. */
export function shareMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([registry])
  // Only its constructor matters: it makes this process answer the first one.
  new AggregatorRegistry()
  const waiting = new Map<number, (text: string | undefined) => void>()
  let asked = 0
  process.on('message', (message: unknown) => {
    if (!isTold(message)) return
    waiting.get(message.metricsOf)?.(message.text)
    waiting.delete(message.metricsOf)
  })
  return () =>
    new Promise((resolve, reject) => {
      asked += 1
      waiting.set(asked, (text) => (text === undefined ? reject(new Error('a process did not answer')) : resolve(text)))
      process.send?.({ gatherMetrics: asked })
    })
}
