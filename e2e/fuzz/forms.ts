import fc from 'fast-check'
import type { HeaderLine } from './drafts'
import { formExtras } from './headers'

/** A request to an OAuth endpoint before its placeholders are filled. */
export type FormDraft = {
  /** `client` is the client of the world whose sound Basic header this is; 'none' without the header, 'bad' for any other. */
  readonly authorization: { readonly lines: readonly HeaderLine[]; readonly client: number | 'none' | 'bad' }
  readonly contentType: { readonly lines: readonly HeaderLine[]; readonly fine: boolean }
  readonly text: string
  readonly others: readonly HeaderLine[]
}

type Field = readonly [name: string, value: string]
type Sound = { readonly basic: number | undefined; readonly fields: readonly Field[] }

const oddFormValue = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '%',
      '%zz',
      '%00',
      '%ff',
      '%ed%a0%80',
      '+',
      '%20',
      '&',
      '=',
      'null',
      '%0d%0aX-Injected:%201',
      'x'.repeat(2_000),
    ],
    ...['client_credentials', 'Client_Credentials', 'authorization_code', 'password', 'refresh_token'],
    ...[
      'core.integrations',
      'core.integrations+core.integrations',
      'core.integrations++x',
      '+core.integrations',
      '"',
      '\\',
    ],
    ...[
      '{{clientId:0}}',
      '{{clientId:1}}',
      '{{clientId:2}}',
      '{{clientSecret:1}}',
      '{{clientSecret:2}}',
      '{{cutSecret:0}}',
    ],
    ...['{{token:0}}', '{{key:0}}', 'm1-{{person:0}}', '__proto__', '%F0%9F%92%A7', '%e2%80%ae'],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
)

const scope = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Field[]>([]) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'core.integrations',
        'core.consumptions.read',
        'core.consumptions.read+core.integrations',
        '',
        'core.x',
      )
      .map((value): Field[] => [['scope', value]]),
  },
)

const client = fc.constantFrom(0, 0, 0, 1, 1, 2)

const authenticated: fc.Arbitrary<Sound> = fc.oneof(
  client.map((n) => ({
    basic: undefined,
    fields: [['client_id', `{{clientId:${n}}}`] as const, ['client_secret', `{{clientSecret:${n}}}`] as const],
  })),
  client.map((n) => ({ basic: n, fields: [] })),
  client.map((n) => ({ basic: n, fields: [['client_id', `{{clientId:${n}}}`] as const] })),
)

type Change =
  | { kind: 'replace' | 'repeat' | 'extra'; name: string; value: string }
  | { kind: 'drop' | 'capital' | 'encode'; name: string }

const changes = (names: readonly string[]): fc.Arbitrary<Change> => {
  const name = fc.constantFrom(...names)
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('replace' as const), name, value: oddFormValue }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), name, value: oddFormValue }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('extra' as const),
        name: fc.constantFrom('__proto__', 'constructor', '', 'client_assertion', 'resource', 'x', '{{person:0}}'),
        value: oddFormValue,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('drop' as const, 'capital' as const, 'encode' as const), name }),
    },
  )
}

function changed(fields: readonly Field[], change: Change): Field[] {
  const mapped = (map: (field: Field) => Field) =>
    fields.map((field) => (field[0] === change.name ? map(field) : field))
  switch (change.kind) {
    case 'replace':
      return mapped(([name]) => [name, change.value])
    case 'repeat':
    case 'extra':
      return [...fields, [change.name, change.value]]
    case 'drop':
      return fields.filter(([name]) => name !== change.name)
    case 'capital':
      return mapped(([name, value]) => [name.toUpperCase(), value])
    case 'encode':
      // The same name for who reads forms.
      return mapped(([name, value]) => [`%${name.charCodeAt(0).toString(16)}${name.slice(1)}`, value])
  }
}

const formType = (value: string): HeaderLine => ['Content-Type', value]

const contentType: fc.Arbitrary<FormDraft['contentType']> = fc.oneof(
  { weight: 18, arbitrary: fc.constant({ lines: [formType('application/x-www-form-urlencoded')], fine: true }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<HeaderLine[][]>(
        [formType('Application/X-WWW-Form-Urlencoded; charset=utf-8')],
        [formType('application/x-www-form-urlencoded'), ['Content-Encoding', 'identity']],
      )
      .map((lines) => ({ lines, fine: true })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<HeaderLine[][]>(
        [],
        [formType('application/json')],
        [formType('multipart/form-data; boundary=x')],
        [formType('application/x-www-form-urlencoded'), formType('application/x-www-form-urlencoded')],
        [formType('application/x-www-form-urlencoded'), ['Content-Encoding', 'gzip']],
      )
      .map((lines) => ({ lines, fine: false })),
  },
)

const basic = (value: string): HeaderLine => ['Authorization', value]

const oddBasic: fc.Arbitrary<FormDraft['authorization']> = fc
  .constantFrom<HeaderLine[][]>(
    [basic('Basic')],
    [basic('Basic ')],
    [basic('Basic ====')],
    [basic('Basic {{clientId:0}}:{{clientSecret:0}}')],
    [basic('Basic OjpvOg==')],
    [basic('Basic JTp4')],
    [basic('Basic /////w==')],
    [basic('Basic {{basic:2}}')],
    [basic('Basic {{basic:0}},')],
    [basic('Basic {{basic:0}}'), basic('Basic {{basic:0}}')],
    [basic('Bearer {{token:0}}')],
    [basic('{{basic:0}}')],
    [basic('\xff')],
    [basic(`Basic ${'A'.repeat(4_000)}`)],
  )
  .map((lines) => ({ lines, client: 'bad' }))

const authorizationOf = (n: number | undefined): FormDraft['authorization'] =>
  n === undefined
    ? { lines: [], client: 'none' }
    : { lines: [basic(`${n === 1 ? 'bAsIc  ' : 'Basic '}{{basic:${n}}}`)], client: n }

function around(own: fc.Arbitrary<readonly Field[]>, names: readonly string[]): fc.Arbitrary<FormDraft> {
  const sound = fc.tuple(authenticated, own).map(([{ basic: n, fields }, more]) => ({
    authorization: authorizationOf(n),
    text: [...more, ...fields],
  }))
  const nearly = fc
    .tuple(sound, fc.array(changes([...names, 'client_id', 'client_secret']), { minLength: 1, maxLength: 2 }))
    .map(([form, all]) => ({ ...form, text: all.reduce<readonly Field[]>(changed, form.text) }))
  const unauthorized = fc.tuple(sound, oddBasic).map(([form, authorization]) => ({ ...form, authorization }))
  const written = fc
    .oneof({ weight: 35, arbitrary: sound }, { weight: 45, arbitrary: nearly }, { weight: 10, arbitrary: unauthorized })
    .map((form) => ({ ...form, text: form.text.map(([name, value]) => `${name}=${value}`).join('&') }))
  const garbage = fc.oneof(
    fc.stringMatching(/^[&=%+a-z0-9;]{0,60}$/),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.json(),
    fc.constantFrom('&'.repeat(5_000), '=&'.repeat(2_000), `${'a=&'.repeat(1_000)}`, `grant_type=${'%'.repeat(5_000)}`),
  )
  const rubbish = garbage.map((text) => ({ authorization: authorizationOf(undefined), text }))
  return fc
    .tuple(fc.oneof({ weight: 9, arbitrary: written }, { weight: 1, arbitrary: rubbish }), contentType, formExtras)
    .map(([form, type, others]) => ({ ...form, contentType: type, others }))
}

export const tokenForm: fc.Arbitrary<FormDraft> = around(
  scope.map((fields) => [['grant_type', 'client_credentials'] as const, ...fields]),
  ['grant_type', 'scope'],
)

export const revocationForm: fc.Arbitrary<FormDraft> = around(
  fc.oneof(
    fc.nat(49).map((n): Field[] => [['token', `{{disposableToken:${n}}}`]]),
    fc.constantFrom<Field[]>(
      [['token', '{{unknownToken:0}}']],
      [['token', '{{othersToken:0}}']],
      [['token_type_hint', 'x']],
    ),
  ),
  ['token', 'token_type_hint'],
)
