import { setImmediate } from 'node:timers/promises'
import { fileLimits } from '@/lib/files/limits'
import { readBytes } from '@/lib/http/read-body'
import { Fault } from '@/lib/kernel/fault'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** A form with a file as it came, not taken apart. */
export type Sending = { readonly body: ArrayBuffer; readonly contentType: string }

/**
 * Room for the form's other parts and its boundaries, and for reading a file that is a little too large, so that its
 * sender is told why.
 */
const envelopeBytesMax = 1024 * 1024

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Of all files that arrive, one part is read in a turn of the event loop, so that a page waits for parts of one file at most. A sender
 * that is slow keeps no other waiting.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/**
 * The whole body, not parsed, in memory of its own that can be given to a thread. Throws `file_interrupted` and, after the bytes that a
 * file may have, `file_too_large`.
 */
export async function sendingOf(request: Request): Promise<Sending> {
  const bytes = await readBytes(request, fileLimits.bytesMax + envelopeBytesMax, nextTurn).catch(asTold)
  return { body: ownBuffer(bytes), contentType: request.headers.get('content-type') ?? '' }
}

/** The buffer of these bytes and of no others: a copy, unless it is that already. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength
    ? bytes.buffer
    : new Uint8Array(bytes).buffer

function asTold(error: unknown): never {
  if (!(error instanceof Fault)) throw error
  // The sender disconnected before the end.
  if (error.code === 'malformed_json') throw new OfficeFault('file_interrupted')
  if (error.code !== 'payload_too_large') throw error
  throw new OfficeFault('file_too_large', { values: { megabytes: fileLimits.bytesMax / 1024 / 1024 } })
}
