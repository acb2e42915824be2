import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { canonical } from '@/lib/kernel/canonical'
import { publishedKey, signingKeyFor } from '@/lib/kernel/signing-key'
import { addDays, type LocalDay } from '@/lib/language/days'

/**
 * A day of the network's trail as a file that can be judged without us: JSON lines, of which each holds the SHA-256 of the one
 * before, the first that of the last event of the day before, and the last a signature of it all (ADR-0053). People stand in it by
 * their ids: what they are called may change, and what was written may not.
 */

const format = 'aliado-audit/1'

/** The key of the trail of an installation whose DATA_KEY was never changed; `findSigningKey` has that of any. */
export const auditKey = (dataKey: string): KeyObject => signingKeyFor(dataKey, 'aliado audit signing v1')

/** An event as the trail has it. */
export type TrailEvent = {
  readonly id: number
  /** In UTC, to the microsecond. */
  readonly occurredAt: string
  readonly actor: string
  readonly userId: number | null
  readonly merchantId: number | null
  readonly companyId: number | null
  readonly action: string
  readonly outcome: string
  readonly subjectType: string
  readonly subjectId: string
  readonly details: unknown
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex')

/** What stands for the day before the trail began. */
export const noDayBefore = '0'.repeat(64)

export type ChainedDay = {
  readonly day: LocalDay
  readonly lines: readonly string[]
  readonly events: number
  /** The hash of the last line: what the next day begins with. */
  readonly last: string
}

/** A day before its first event; `previous` is the last hash of the day before. */
export function beginDay(day: LocalDay, previous: string): ChainedDay {
  const line = canonical({ format, day, previous })
  return { day, lines: [line], events: 0, last: hashOf(line) }
}

/** The day with further events; its lines are those of these events alone. */
export function chainOn(
  { day, events: before, last: previous }: ChainedDay,
  events: readonly TrailEvent[],
): ChainedDay {
  const lines: string[] = []
  let last = previous
  for (const event of events) {
    const line = canonical({ previous: last, event })
    lines.push(line)
    last = hashOf(line)
  }
  return { day, lines, events: before + events.length, last }
}

/** The lines of a day without its signature. */
export function chainDay(day: LocalDay, previous: string, events: readonly TrailEvent[]): ChainedDay {
  const begun = beginDay(day, previous)
  const chained = chainOn(begun, events)
  return { ...chained, lines: [...begun.lines, ...chained.lines] }
}

/** What a seal says of a day. Who issues is not in it: a seal stays in the database of whom it is. */
const sealOf = ({ day, events, last }: Omit<ChainedDay, 'lines'>) =>
  Buffer.from(canonical({ format: 'aliado-audit-seal/1', day, events, last }))

/** The signature that is kept of a day once it is over. */
export const signSeal = (chained: Omit<ChainedDay, 'lines'>, key: KeyObject): Buffer => sign(null, sealOf(chained), key)

export const isSealOf = (chained: Omit<ChainedDay, 'lines'>, signature: Buffer, key: KeyObject): boolean =>
  verify(null, sealOf(chained), key, signature)

const signedOf = (day: LocalDay, { events, last, issuer }: { events: number; last: string; issuer: string }) =>
  Buffer.from(canonical({ format, day, events, last, issuer }))

/** The file of a day. */
export function signDay({ day, lines, events, last }: ChainedDay, issuer: string, key: KeyObject): string {
  const end = { events, last, issuer }
  const value = sign(null, signedOf(day, end), key).toString('base64url')
  const signature = { algorithm: 'Ed25519', keyId: publishedKey(key).id, value }
  return `${[...lines, canonical({ ...end, signature })].join('\n')}\n`
}

/** What is wrong with a file, and where: lines count from 1. */
export type TrailFault =
  | { readonly kind: 'unknown_format' | 'no_end' | 'other_key' | 'signature_wrong' }
  | { readonly kind: 'line_changed'; readonly line: number }
  /** The file of the day before, or of days before, is not among those given. */
  | { readonly kind: 'day_missing'; readonly day: LocalDay }
  | { readonly kind: 'day_twice' }
  /** It does not follow the file of the day before as that one is. */
  | { readonly kind: 'other_day_before' }

export type TrailVerification =
  | { readonly kind: 'valid'; readonly first: LocalDay; readonly last: LocalDay; readonly events: number }
  | { readonly kind: 'faulty'; readonly name: string; readonly fault: TrailFault }

type Named = { readonly name: string; readonly text: string }

type ReadDay = { readonly day: LocalDay; readonly previous: string; readonly events: number; readonly last: string }

/**
 * Whether files of days that follow one another are what was signed with the private key of that one, with none of them and no line
 * of them changed, removed, swapped or added. In which order they are given does not matter.
 */
export function verifyTrail(files: readonly Named[], key: KeyObject): TrailVerification {
  const days: (ReadDay & { name: string })[] = []
  for (const { name, text } of files) {
    const read = readDay(text, key)
    if ('kind' in read) return { kind: 'faulty', name, fault: read }
    days.push({ ...read, name })
  }
  days.sort((a, b) => (a.day < b.day ? -1 : 1))
  for (const [at, { name, day, previous }] of days.entries()) {
    const before = days[at - 1]
    if (before === undefined) continue
    const expected = addDays(before.day, 1)
    if (day === before.day) return { kind: 'faulty', name, fault: { kind: 'day_twice' } }
    if (day !== expected) return { kind: 'faulty', name, fault: { kind: 'day_missing', day: expected } }
    if (previous !== before.last) return { kind: 'faulty', name, fault: { kind: 'other_day_before' } }
  }
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw new Error('at least one file is given')
  const events = days.reduce((sum, one) => sum + one.events, 0)
  return { kind: 'valid', first: first.day, last: last.day, events }
}

/** A line as an object; undefined for what is none, or is spelled otherwise than it was written. */
function readLine(line: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(line ?? '')
    return typeof read === 'object' && read !== null && canonical(read) === line ? { ...read } : undefined
  } catch {
    return undefined
  }
}

function readDay(text: string, key: KeyObject): ReadDay | TrailFault {
  const lines = text.split('\n')
  const begin = readLine(lines[0])
  const { day, previous } = begin ?? {}
  if (begin?.format !== format || typeof day !== 'string' || typeof previous !== 'string') {
    return { kind: 'unknown_format' }
  }
  const end = lines.at(-1) === '' ? readLine(lines.at(-2)) : undefined
  const { events, last, issuer, signature } = end ?? {}
  if (typeof events !== 'number' || typeof last !== 'string' || typeof issuer !== 'string') return { kind: 'no_end' }
  const { keyId, value } = Object(signature) as { keyId?: unknown; value?: unknown }
  if (keyId !== publishedKey(key).id) return { kind: 'other_key' }
  const own = Buffer.from(typeof value === 'string' ? value : '', 'base64url')
  if (!verify(null, signedOf(day, { events, last, issuer }), key, own)) return { kind: 'signature_wrong' }
  const chained = lines.slice(0, -2)
  let hash = hashOf(chained[0] ?? '')
  for (const [at, line] of chained.entries()) {
    if (at === 0) continue
    if (readLine(line)?.previous !== hash) return { kind: 'line_changed', line: at + 1 }
    hash = hashOf(line)
  }
  if (hash !== last || chained.length - 1 !== events) return { kind: 'line_changed', line: chained.length }
  return { day, previous, events, last }
}
