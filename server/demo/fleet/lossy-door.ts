import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to the API on which answers are lost after the service has given them. */
export type LossyDoor = {
  readonly url: string
  /** The next so many answers that tell of a reservation are lost. */
  lose(answers: number): void
  close(): Promise<void>
}

const reservation = '/api/v1/integrations/discounts/apply'

export async function openLossyDoor(target: string): Promise<LossyDoor> {
  let toLose = 0
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = '/' } = incoming
    const onward = requestOf(new URL(url, target), { method, headers }, (answer) => {
      if (url === reservation && answer.statusCode === 201 && toLose > 0) {
        toLose -= 1
        answer.resume().once('end', () => outgoing.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (answers) => {
      toLose = answers
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
