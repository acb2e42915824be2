import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'

/**
 * A mail server for offices in production, which send by nothing else: what it takes it puts into the outbox of the run, named as
 * the offices name their own files, since any process may send any mail of the run's database.
 */
export async function startMailServer(options: { databaseUrl: string; outbox: string }) {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    void converse(socket, async (recipient, message) => {
      const [mail] = await sql<{ id: string; kind: string }[]>`
        select id, kind from mails where recipient = ${recipient} and sent_at is null order by id limit 1`
      if (!mail) throw new Error('a mail that nobody sent')
      await mkdir(options.outbox, { recursive: true })
      await writeFile(join(options.outbox, `${mail.id}-${mail.kind}.eml`), message)
    }).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await sql.end({ timeout: 5 })
    },
  }
}

/** As much of RFC 5321 as a client needs. */
async function converse(socket: Socket, take: (recipient: string, message: string) => Promise<void>): Promise<void> {
  let recipient = ''
  let message: string[] | undefined
  socket.write('220 the tests\r\n')
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (message && line !== '.') {
      message.push(line.replace(/^\./, ''))
    } else if (message) {
      await take(recipient, `${message.join('\n')}\n`)
      message = undefined
      socket.write('250 taken\r\n')
    } else if (line === 'DATA') {
      message = []
      socket.write('354 go on\r\n')
    } else if (line === 'QUIT') {
      socket.end('221 bye\r\n')
    } else {
      recipient = /^RCPT TO:<(.+)>/.exec(line)?.[1] ?? recipient
      socket.write('250 well\r\n')
    }
  }
}
