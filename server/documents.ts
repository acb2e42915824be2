import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/**
 * The documents that Next draws and no script of Next serves: the pages for who integrates, which are text (ADR-0062). Next has no way
 * to say so of a page, and would send each page twice, once for its scripts, and 130 kB of scripts.
 */

/** The pages, and what is beside them; the script of the pages has headers of its own, and is compressed by Next. */
export const isDocument = (path: string): boolean => /^\/developers(?:\/(?!script\/)|$)/.test(path)

const compressed = promisify(gzip)

/**
 * Has the answer sent whole, compressed where the client takes it, and without what is of Next's scripts where it is a page. In what React
 * writes `<script` begins a script alone: in a text and in a value it is escaped.
 */
export function withoutScripts(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(incoming.headers['accept-encoding'] ?? ''))
  // Next would compress what has still to be read here.
  delete incoming.headers['accept-encoding']
  const chunks: Buffer[] = []
  const keep = (given: readonly unknown[]) => {
    const [chunk, encoding] = given
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    const then = given.find((one): one is () => void => typeof one === 'function')
    if (then !== undefined) process.nextTick(then)
  }
  const { writeHead, write, flushHeaders, end } = outgoing
  const send = async () => {
    // That there is no such page, Next says by a script alone.
    const isPage = outgoing.statusCode === 200 && /^text\/html\b/.test(String(outgoing.getHeader('content-type') ?? ''))
    const whole = Buffer.concat(chunks)
    const body = isPage ? Buffer.from(strip(whole.toString('utf8'))) : whole
    const sent = takesGzip && body.length > 0 ? await compressed(body) : body
    // What stands in front of them asks these for the head of the answer.
    Object.assign(outgoing, { writeHead, write, flushHeaders, end })
    if (sent !== body) outgoing.setHeader('Content-Encoding', 'gzip')
    if (!/accept-encoding/i.test(String(outgoing.getHeader('vary') ?? '')))
      outgoing.appendHeader('Vary', 'Accept-Encoding')
    if (incoming.method !== 'HEAD') outgoing.setHeader('Content-Length', sent.length)
    outgoing.end(sent)
  }
  Object.assign(outgoing, {
    flushHeaders: () => {},
    // Node's own way to have the head sent asks for this too.
    writeHead: (status: number, ...given: readonly (string | OutgoingHttpHeaders)[]) => {
      outgoing.statusCode = status
      for (const headers of given)
        if (typeof headers === 'object')
          for (const [name, value] of Object.entries(headers)) if (value !== undefined) outgoing.setHeader(name, value)
      return outgoing
    },
    write: (...given: unknown[]) => {
      keep(given)
      return true
    },
    end: (...given: unknown[]) => {
      keep(given)
      send().catch(() => outgoing.destroy())
      return outgoing
    },
  })
}

const strip = (html: string): string =>
  html
    .replace(/<link rel="preload" as="script"[^>]*>/g, '')
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
      script.includes(' src="/developers/script/') ? script : '',
    )
