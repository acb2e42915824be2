import fc from 'fast-check'
import type { DraftHeaders, HeaderLine } from './drafts'

/** Headers of every broken shape that an HTTP client can still send: what no client can send is in wire.test.ts. */

/** What a header's value may hold: tabs, visible ASCII, and bytes above it. */
const oddHeaderValue = fc.oneof(
  fc.constantFrom('', ' ', ',', ',,', ';', '"', '"open', '\\', '*', 'null', 'undefined', '\t', '\xff\xfe', 'ñ', '\x80'),
  fc.constantFrom('x'.repeat(2_000), '0', '-1', 'a=b;c="d', '__proto__', 'constructor', '%00', '{{now:0}}'),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, '')),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes.map((byte) => byte | 0x80)).toString('latin1')),
)

const line = (name: string, value: string): HeaderLine => [name, value]
const key = (value: string) => line('X-Api-Key', value)
const bearer = (value: string) => line('Authorization', value)

type Credential = DraftHeaders['credential']
const refused = (status: 400 | 401 | 403, ...lines: HeaderLine[]): Credential => ({ lines, refused: status })

const good: fc.Arbitrary<Credential> = fc.constantFrom<Credential[]>(
  { lines: [key('{{key:0}}')] },
  { lines: [key('{{key:0}}')] },
  { lines: [line('x-api-key', '  {{key:0}}\t')] },
  { lines: [bearer('Bearer {{token:0}}')] },
  { lines: [bearer('bEARER    {{token:0}}')] },
)

const bad: fc.Arbitrary<Credential> = fc.oneof(
  fc.constantFrom<Credential[]>(
    refused(401),
    refused(401, key('{{cutKey:0}}')),
    refused(401, key('{{mistypedKey:0}}')),
    refused(401, key('{{unknownKey:0}}')),
    refused(401, key('{{revokedKey:0}}')),
    refused(401, key('{{expiredKey:0}}')),
    refused(401, key('{{key:0}}, {{key:0}}')),
    refused(401, key('"{{key:0}}"')),
    refused(401, key('{{key:0}}'), key('{{key:0}}')),
    refused(401, key('{{token:0}}')),
    refused(401, bearer('{{token:0}}')),
    refused(401, bearer('Bearer {{key:0}}')),
    refused(401, bearer('Bearer {{unknownToken:0}}')),
    refused(401, bearer('Bearer {{token:0}}x')),
    refused(401, bearer('Bearer {{token:0}} x')),
    refused(401, bearer('Bearer {{token:0}},x')),
    refused(401, bearer('Bearer\t{{token:0}}')),
    refused(401, bearer('Bearer')),
    refused(401, bearer('Token {{token:0}}')),
    refused(401, bearer('Basic {{basic:0}}')),
    refused(401, bearer('Bearer {{token:0}}'), bearer('Bearer {{token:0}}')),
    refused(403, key('{{powerlessKey:0}}')),
    refused(403, key('{{disabledKey:0}}')),
    refused(400, key('{{key:0}}'), bearer('Bearer {{token:0}}')),
    refused(400, key('x'), bearer('x')),
  ),
  oddHeaderValue.map((value) => refused(401, key(value))),
  oddHeaderValue.map((value) => refused(401, bearer(value))),
  oddHeaderValue.map((value) => refused(401, bearer(`Bearer ${value}`))),
)

type Part = { readonly lines: readonly HeaderLine[]; readonly fine: boolean }

const contentType = (value: string) => line('Content-Type', value)
const json: Part = { lines: [contentType('application/json')], fine: true }

const otherTypes: fc.Arbitrary<Part> = fc.oneof(
  fc
    .constantFrom('application/json; charset=utf-8', 'APPLICATION/JSON', ' application/json ;x', 'application/json;')
    .map((value) => ({ lines: [contentType(value)], fine: true })),
  fc.constant<Part>({ lines: [...json.lines, line('Content-Encoding', 'Identity')], fine: true }),
  fc
    .constantFrom('text/json', 'application/jsonp', 'application/json, application/json', 'json', '"application/json"')
    .map((value) => ({ lines: [contentType(value)], fine: false })),
  oddHeaderValue.map((value) => ({ lines: [contentType(value)], fine: false })),
  fc.constantFrom<Part[]>(
    { lines: [], fine: false },
    { lines: [contentType('application/json'), contentType('application/json')], fine: false },
    { lines: [...json.lines, line('Content-Encoding', 'gzip')], fine: false },
    { lines: [...json.lines, line('Content-Encoding', '')], fine: false },
  ),
)

const idempotencyKey = (value: string) => line('Idempotency-Key', value)
const fineKey = (...values: string[]): Part => ({ lines: values.map(idempotencyKey), fine: true })

const keys: fc.Arbitrary<Part> = fc.oneof(
  { weight: 12, arbitrary: fc.uuid().map((uuid) => fineKey(uuid)) },
  { weight: 1, arbitrary: fc.uuid().map((uuid) => fineKey(`"${uuid.toUpperCase()}"`)) },
  { weight: 1, arbitrary: fc.uuid().map((uuid) => fineKey(uuid, ` ${uuid.toUpperCase()} `)) },
  {
    weight: 1,
    arbitrary: fc.nat(19).map((n) => fineKey(`0b6e1a52-93cb-4c6a-9a1c-6a1c0e2f7d${10 + n}`)),
  },
)

const oddKeys: fc.Arbitrary<Part> = fc.oneof(
  fc.constant<Part>({ lines: [], fine: false }),
  oddHeaderValue.map((value) => ({ lines: [idempotencyKey(value)], fine: false })),
  fc.tuple(fc.uuid(), fc.constantFrom('0', ' x', ';', '"', ',', '-')).map(([uuid, tail]) => ({
    lines: [idempotencyKey(`${uuid}${tail}`)],
    fine: false,
  })),
  fc
    .uniqueArray(fc.uuid(), { minLength: 2, maxLength: 3 })
    .map((uuids) => ({ lines: uuids.map(idempotencyKey), fine: false })),
)

const otherHeaders: fc.Arbitrary<HeaderLine[]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...[
        'Accept-Language',
        'Accept-Language',
        'X-Request-Id',
        'X-Request-Id',
        'User-Agent',
        'Accept',
        'Accept-Encoding',
      ],
      ...[
        'Cookie',
        'Origin',
        'X-Forwarded-For',
        'X-HTTP-Method-Override',
        'If-None-Match',
        'Range',
        'Prefer',
        '__proto__',
      ],
    ),
    fc.oneof(
      oddHeaderValue,
      fc.constantFrom(
        'en',
        'en-US,en;q=0.9,es;q=0.8',
        'es;q=0',
        '*;q=0',
        'en;q=NaN',
        `${'en,'.repeat(600)}es`,
        'x-y-z',
      ),
    ),
  ),
  { maxLength: 3 },
)

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: other })

/** Headers of a call, each of whose parts is wrong now and then. */
export const callHeaders: fc.Arbitrary<DraftHeaders> = fc.record({
  credential: mostly(good, bad),
  contentType: mostly(fc.constant(json), otherTypes),
  idempotencyKey: mostly(keys, oddKeys),
  others: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: otherHeaders }),
})

/** Headers of which every part is odd more often than not: for an operation that takes nothing else. */
export const oddCallHeaders: fc.Arbitrary<DraftHeaders> = fc.record({
  credential: fc.oneof(good, bad),
  contentType: fc.oneof(fc.constant(json), otherTypes),
  idempotencyKey: fc.oneof(keys, oddKeys),
  others: otherHeaders,
})

/** For the forms of OAuth: what every call may carry beside its own. */
export const formExtras: fc.Arbitrary<HeaderLine[]> = otherHeaders
