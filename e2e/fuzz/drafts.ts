import fc from 'fast-check'
import { type JsonText, oddValue, quoted } from './odd-json'

/**
 * A request as fast-check makes, shrinks and prints it: `{{person:2}}` and the like stand for what only the world of a run
 * knows (world.ts), so that a seed means the same in every run and no failure prints a secret.
 */
export type Draft = {
  readonly query: string
  readonly headers: DraftHeaders
  readonly body: DraftBody | undefined
}

export type HeaderLine = readonly [name: string, value: string]

export type DraftHeaders = {
  /** `refused` is the status when the credential is none that will do. */
  readonly credential: { readonly lines: readonly HeaderLine[]; readonly refused?: 400 | 401 | 403 }
  readonly contentType: { readonly lines: readonly HeaderLine[]; readonly fine: boolean }
  readonly idempotencyKey: { readonly lines: readonly HeaderLine[]; readonly fine: boolean }
  readonly others: readonly HeaderLine[]
}

export type DraftBody = { readonly text: string; readonly damage: readonly Damage[]; readonly chunked: boolean }

/** What happens to the bytes of a body: cut off, or other bytes put in, at a share of its length. */
type Damage = { readonly at: number; readonly bytes: readonly number[] | 'cut' }

/** The bytes of a body whose placeholders are filled. */
export function bytesOf(text: string, damage: readonly Damage[]): Buffer {
  return damage.reduce((bytes, { at, bytes: put }) => {
    const place = Math.floor(at * bytes.length)
    const before = bytes.subarray(0, place)
    return put === 'cut' ? before : Buffer.concat([before, Buffer.from(put), bytes.subarray(place)])
  }, Buffer.from(text))
}

const someDamage: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.oneof(
    fc.constant('cut' as const),
    fc.constantFrom(
      [0],
      [0xff],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xef, 0xbb, 0xbf],
      [0x0a],
    ),
    fc.array(fc.nat(255), { maxLength: 8 }),
  ),
})

/** A JSON object before it is written: repeated names are possible. */
export type Entry = readonly [name: string, value: JsonText]

const strangeNames = fc.constantFrom(
  ...['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"merchantId"', '"merchant_id"', '""', '"0"'],
  // A till that keeps a map by person, or writes its key where a name belongs, must not get it back.
  ...['"{{person:0}}"', '"{{key:0}}"', '"items[0].sku"', '"\\u0000"', '"\\ud800"', quoted('ñ'.repeat(300))],
)

/** Half of them with a text that is refused by the place where it stands, strange name and all. */
const strangeValues = fc.oneof(oddValue, fc.constantFrom('"\\u0000"', '{"a":["\\ud800"]}'))

type Change =
  | { kind: 'replace' | 'repeat' | 'precede'; name: string; value: JsonText }
  | { kind: 'drop' | 'null' | 'capital' | 'escape' | 'array'; name: string }
  | { kind: 'extra'; name: JsonText; value: JsonText }

const oneOf = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)

const changesOf = (names: readonly string[]): fc.Arbitrary<Change> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.record({ kind: oneOf('replace'), name: fc.constantFrom(...names), value: oddValue }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: oneOf('repeat', 'precede'), name: fc.constantFrom(...names), value: oddValue }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: oneOf('drop', 'null', 'capital', 'escape', 'array'),
        name: fc.constantFrom(...names),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: oneOf('extra'), name: strangeNames, value: strangeValues }) },
  )

function changed(entries: readonly Entry[], change: Change): Entry[] {
  if (change.kind === 'extra') return [...entries, [change.name, change.value]]
  const name = quoted(change.name)
  const mapped = (map: (entry: Entry) => Entry) => entries.map((entry) => (entry[0] === name ? map(entry) : entry))
  switch (change.kind) {
    case 'replace':
      return mapped(() => [name, change.value])
    case 'repeat':
      return [...entries, [name, change.value]]
    case 'precede':
      return [[name, change.value], ...entries]
    case 'drop':
      return entries.filter((entry) => entry[0] !== name)
    case 'null':
      return mapped(() => [name, 'null'])
    case 'capital':
      return mapped(([, value]) => [quoted(change.name.toUpperCase()), value])
    case 'array':
      return mapped(([, value]) => [name, `[${value}]`])
    case 'escape':
      // The same name for who reads JSON.
      return mapped(([, value]) => [
        `"\\u${change.name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(2)}`,
        value,
      ])
  }
}

const wrappings: readonly ((json: JsonText) => string)[] = [
  (json) => `[${json}]`,
  (json) => quoted(json),
  (json) => `\ufeff${json}`,
  (json) => `\ufeff\ufeff${json}`,
  (json) => ` \r\n\t${json} \n`,
  (json) => `${json}${json}`,
  (json) => `${json}\0`,
  (json) => `)]}',\n${json}`,
  (json) => `body=${encodeURIComponent(json)}`,
]

const written = (entries: readonly Entry[]): JsonText =>
  `{${entries.map(([name, value]) => `${name}:${value}`).join(',')}}`

const whole = (text: string): DraftBody => ({ text, damage: [], chunked: false })

/** Bodies around sound ones: as they are, with a field or two that are wrong, damaged, and others that were never any. */
export function bodiesAround(sound: fc.Arbitrary<readonly Entry[]>, names: readonly string[]): fc.Arbitrary<DraftBody> {
  const nearly = fc
    .tuple(sound, fc.array(changesOf(names), { minLength: 1, maxLength: 2 }))
    .map(([entries, changes]) => written(changes.reduce<readonly Entry[]>(changed, entries)))
  return fc.oneof(
    { weight: 34, arbitrary: sound.map(written).map(whole) },
    { weight: 44, arbitrary: nearly.map(whole) },
    {
      weight: 4,
      arbitrary: fc.tuple(sound, fc.constantFrom(...wrappings)).map(([e, wrap]) => whole(wrap(written(e)))),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        text: sound.map(written),
        damage: fc.array(someDamage, { minLength: 1, maxLength: 2 }),
        chunked: fc.constant(false),
      }),
    },
    { weight: 3, arbitrary: fc.record({ text: nearly, damage: fc.constant([]), chunked: fc.constant(true) }) },
    { weight: 3, arbitrary: fc.json({ maxDepth: 4 }).map(whole) },
    { weight: 2, arbitrary: oddValue.map(whole) },
    {
      weight: 2,
      arbitrary: fc
        .uint8Array({ maxLength: 300 })
        .map((bytes) => ({ text: '', damage: [{ at: 0, bytes: [...bytes] }], chunked: false })),
    },
  )
}
