import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; text: string }

/** Sends that text as it is, leaves the connection open, and gives what has come when the other side ends it. */
export function exchange(url: string, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))))
    // Who hangs up on unread bytes resets the connection; what it said before that has come.
    socket.on('error', (error) =>
      chunks.length === 0 ? reject(error) : resolve(parse(Buffer.concat(chunks).toString('utf8'))),
    )
  })
}

/** Sends that text in one packet, ends its half of the connection, and gives the answer. */
export function exchangeWhole(url: string, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const { hostname, port } = new URL(url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.end(text))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))))
    socket.on('error', reject)
  })
}

/** A request whose connection ends with its answer. */
export const request = (...lines: string[]): string => [...lines, 'Connection: close', '', ''].join('\r\n')

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  return { status: Number(first.split(' ')[1]), headers, text: answer.slice(end + 4) }
}
