import fc from 'fast-check'

/** JSON as a text, so that what JSON.stringify would never write can be sent too. */
export type JsonText = string

export const quoted = (text: string): JsonText => JSON.stringify(text)

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`

/** Texts that something, somewhere, has stumbled over. Well-formed JSON, whatever it says. */
export const oddText: fc.Arbitrary<JsonText> = fc.oneof(
  fc.constantFrom(
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"x\\udfff"',
    '"\\ude00\\ud83d"',
    '"\\uffff"',
    '"\\ufeffx"',
    '"\\n"',
    '"\\u0085"',
    '"\\u007f"',
    '"\\u00a0\\u2003"',
    '"null"',
    '"NaN"',
    '"1"',
    '"%00"',
    '"{{now:0}}"',
    '"\\"};drop table authorizations;--"',
    '"../../etc/passwd"',
    '"<script>alert(1)</script>"',
    '"__proto__"',
    quoted('مرحبا \u202eabc\u202c \u200f'),
    quoted('e\u0301\u0327\u0323'.repeat(20)),
    quoted('👩‍👩‍👧‍👦🇩🇴'),
    quoted('👍'.repeat(64)),
    quoted('👍'.repeat(65)),
    quoted('x'.repeat(64)),
    quoted('x'.repeat(65)),
    quoted('1'.repeat(30)),
    quoted('1'.repeat(31)),
    quoted('x'.repeat(10_000)),
    quoted('\ud83d\ude00'.repeat(5_000)),
  ),
  fc.string({ unit: 'binary', maxLength: 70 }).map(quoted),
  fc.string({ unit: 'grapheme', maxLength: 70 }).map(quoted),
  fc
    .array(fc.integer({ min: 0xd7fe, max: 0xe001 }), { maxLength: 4 })
    .map((units) => `"${units.map(escaped).join('')}"`),
)

export const oddNumber: fc.Arbitrary<JsonText> = fc.oneof(
  fc.constantFrom(
    ...['0', '-0', '0.0', '-1', '1', '1.0', '1e0', '10e-1', '1E+2', '1.5', '0.01', '0.001', '0.005', '1e-7', '-1e-7'],
    ...['0.30000000000000004', '1.0000000000000001', '1.100', '999999999.99', '999999999.995', '1000000000', '1e-400'],
    ...['2147483647', '2147483648', '4294967296', '9007199254740991', '9007199254740993', '9223372036854775807'],
    ...['9223372036854775808', '1e21', '1e22', '123456789012345678901234567890', '1e308', '1e309', '-1e309'],
    '9'.repeat(10_000),
    `0.${'0'.repeat(10_000)}1`,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
)

/** What a writer of JSON by hand gets wrong: whatever holds it cannot be parsed. */
const notJson: fc.Arbitrary<JsonText> = fc.constantFrom(
  ...['NaN', 'Infinity', '-Infinity', 'undefined', '01', '.5', '5.', '+1', '0x10', '1_000', '1e', '--1', '10,5'],
  ...[
    "'a'",
    '"a\nb"',
    '"\\x41"',
    '"\\u12"',
    '"open',
    'TRUE',
    'nul',
    '[1,]',
    '{"a":1,}',
    '/*c*/1',
    '1 2',
    '\u00a01',
    '',
  ],
)

export const nested = (levels: number, open: string, close: string): JsonText =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

const nestedSome = fc
  .tuple(fc.constantFrom(1, 2, 60, 62, 63, 64, 65, 200, 2_000), fc.constantFrom(['[', ']'], ['{"a":', '}']))
  .map(([levels, [open = '', close = '']]) => nested(levels, open, close))

/** Any value but a sound one. */
export const oddValue: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 6, arbitrary: oddNumber },
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"":{}}') },
  { weight: 1, arbitrary: fc.constantFrom('{"__proto__":{"reference":1}}', '{"constructor":{"prototype":1}}') },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: nestedSome },
  { weight: 1, arbitrary: notJson },
)
