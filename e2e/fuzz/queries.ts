import fc from 'fast-check'

/** Query strings as they stand in a request line: what follows the `?`, percent-encoded or not. */

type Parameter = readonly [name: string, value: string]

const encoded = fc
  .oneof(
    fc.constantFrom(
      ...[
        '',
        '%',
        '%z',
        '%zz',
        '%0',
        '%00',
        '%ff',
        '%c0%af',
        '%ed%a0%80',
        '%F0%9F%92%A7',
        '+',
        '%20',
        '%0A',
        '%7F',
        '%C2%85',
      ],
      ...[
        '0',
        '-0',
        '1',
        '01',
        '1.0',
        '1e2',
        '-1',
        '200',
        '201',
        '999999999999999',
        '9999999999999999',
        '2147483648',
        'NaN',
      ],
      ...[
        "'",
        '"',
        '<x>',
        '{}',
        '[]',
        '\\',
        '%252e',
        ';',
        'null',
        'undefined',
        '*',
        '%e2%80%ae',
        '%EF%BB%BF',
        '٣',
        '１',
      ],
      ...['x'.repeat(64), 'x'.repeat(65), 'x'.repeat(2_000), '%F0%9F%91%8D'.repeat(64), '%F0%9F%91%8D'.repeat(65)],
    ),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  )
  .map((text) => (/^[!-~]*$/.test(text) ? text : encodeURIComponent(text)))

const instant = fc
  .oneof(
    fc.constantFrom(
      ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00-04:00', '2026-01-01T00:00Z', '0001-01-01T00:00:00Z'],
      ...['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00'],
      ...['2026-02-29T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00', '2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z'],
      ...['2026-01-01t00:00:00z', '+002026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789012Z', '1767225600', 'now'],
      ...['2026-01-01T00:00:00+25:00', '2026-01-01 00:00:00Z', 'infinity', '-infinity', '20260101T000000Z'],
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  )
  .map(encodeURIComponent)

const cursor = fc
  .oneof(
    fc.constantFrom('0:0', '1:1', '1767225600000000:1', '99999999999999999:999999999999999999', '100000000000000000:1'),
    fc.constantFrom('-1:1', '1:-1', '1', '', ':', '1:1:1', ' 1:1', '1e3:1', '1:9223372036854775808', '1:1\n', '١:١'),
    fc.string({ maxLength: 20 }),
  )
  .map((text) => Buffer.from(text).toString('base64url'))

const written = (parameters: readonly Parameter[]) => parameters.map(([name, value]) => `${name}=${value}`).join('&')

const parameter = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Parameter> =>
  value.map((text) => [name, text] as const)

const strange: fc.Arbitrary<Parameter> = fc.tuple(
  fc.constantFrom(
    ...['__proto__', 'constructor', 'toString', 'merchantId', 'Reference', 'reference%00', '', '%', 'reference[]', 'x'],
    ...['access_token', 'api_key'],
  ),
  encoded,
)

const around = (sound: readonly fc.Arbitrary<Parameter>[], most: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.oneof(...sound), { minLength: 1, maxLength: most }).map(written) },
    { weight: 3, arbitrary: fc.array(fc.oneof(...sound, strange), { maxLength: most }).map(written) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.oneof(...sound), encoded, fc.array(strange, { maxLength: 2 }))
        .map(([[name], value, others]) => written([[name, value], ...others])),
    },
    { weight: 1, arbitrary: fc.stringMatching(/^[!"$-~]{0,40}$/) },
  )

const reference = parameter(
  'reference',
  fc.nat(1_999).map((n) => `{{reference:${n}}}`),
)

export const referenceQuery: fc.Arbitrary<string> = around([reference], 1)

export const consumptionsQuery: fc.Arbitrary<string> = around(
  [
    parameter('from', instant),
    parameter('to', instant),
    parameter(
      'branchId',
      fc.constantFrom('{{branch:0}}', '{{branch:1}}', '{{branch:2}}', '2147483648', '999999999999999'),
    ),
    reference,
    parameter(
      'code',
      fc.oneof(
        fc.nat(99).map((n) => `{{consumption:${n}}}`),
        encoded,
      ),
    ),
    parameter('limit', fc.oneof(fc.constantFrom('1', '2', '200', '50', '0', '201', '007'), encoded)),
    parameter('cursor', fc.oneof(cursor, encoded)),
  ],
  4,
)

/** For an operation that has no parameters of this kind. */
export const uselessQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.array(strange, { minLength: 1, maxLength: 3 }).map(written) },
)
