import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A door in front of a database that notes every statement that passes through it. */
export type StatementCounter = {
  databaseUrl: string
  /** The statements executed since the last call, in their order, housekeeping apart. */
  take(): string[]
  close(): Promise<void>
}

/** What a service does on its own account: the sweeper, the last use of credentials (D55), the counts and the record of their calls, terminals. */
const housekeeping =
  /terminal|skip locked|last_used|credential_calls|credential_refusals|\brefused where|insert into api_requests/

/** Opens such a door on a free port. Understands the frontend messages of PostgreSQL's protocol 3.0, without TLS. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let executed: string[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    const note = reader((statement) => executed.push(statement.replace(/\s+/g, ' ').trim()))
    client.on('data', (chunk) => {
      note(chunk)
      upstream.write(chunk)
    })
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: url.href,
    take: () => {
      const taken = executed.filter((statement) => !housekeeping.test(statement))
      executed = []
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Reads one connection's messages: Parse gives a statement its name, Bind chooses it, Execute runs it; Query does all. */
function reader(onExecute: (statement: string) => void): (chunk: Buffer) => void {
  const statements = new Map<string, string>()
  let bytes: Buffer = Buffer.alloc(0)
  let started = false
  let bound = ''
  return (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      // The start-up message alone has no type.
      const typeLength = started ? 1 : 0
      if (bytes.length < typeLength + 4) return
      const end = typeLength + bytes.readUInt32BE(typeLength)
      if (bytes.length < end) return
      const texts = bytes
        .subarray(typeLength + 4, end)
        .toString('latin1')
        .split('\0')
      const type = started ? String.fromCharCode(bytes[0] ?? 0) : ''
      if (type === 'P') statements.set(texts[0] ?? '', texts[1] ?? '')
      else if (type === 'B') bound = statements.get(texts[1] ?? '') ?? 'unknown'
      else if (type === 'E') onExecute(bound)
      else if (type === 'Q') onExecute(texts[0] ?? '')
      started = true
      bytes = bytes.subarray(end)
    }
  }
}
