import fc from 'fast-check'
import { bodiesAround, type DraftBody, type Entry } from './drafts'
import { type JsonText, quoted } from './odd-json'

/** Sound bodies of each operation, by what its fields mean (contract 4.2 to 4.4; D13 to D45), and what is around them. */

const entry = (name: string, value: JsonText): Entry => [quoted(name), value]

const maybe = (name: string, value: fc.Arbitrary<JsonText>): fc.Arbitrary<Entry[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Entry[]>([]) },
    { weight: 3, arbitrary: value.map((text): Entry[] => [entry(name, text)]) },
    { weight: 1, arbitrary: fc.constant<Entry[]>([entry(name, 'null')]) },
  )

const cents = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`

const amount: fc.Arbitrary<JsonText> = fc.oneof(
  fc.integer({ min: 1, max: 500_000 }).map(cents),
  fc.integer({ min: 1, max: 99_999_999_999 }).map(cents),
  fc.constantFrom('10', '10.0', '10.00', '1e1', '1E+2', '0.01', '10.25', '999999999.99'),
)

/** Most of the collaborators may have a discount; the fifth is inactive, the sixth another merchant's. */
const who: fc.Arbitrary<Entry[]> = fc
  .tuple(fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5), fc.constantFrom('person', 'lowercasePerson'))
  .map(([n, spelling]) => [
    entry('identificationTypeId', `{{personsType:${n}}}`),
    entry('identification', `"{{${spelling}:${n}}}"`),
  ])

const branch = maybe(
  'branchId',
  fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 2).map((n) => `{{branch:${n}}}`),
)

const reference: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[A-Z0-9]{14}$/).map(quoted) },
  { weight: 2, arbitrary: fc.constantFrom('"F-1"', '"F-2"', '"F-3"', '"f-3"') },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((text) => quoted(`№${[...text.replace(/\p{C}/gu, '')].slice(0, 63).join('')}`)),
  },
)

const item: fc.Arbitrary<JsonText> = fc
  .tuple(
    fc.constantFrom('AGUA-600', ' AGUA-600 ', 'PAN-1', 'OTRO', '💧', 'agua-600'),
    fc.constantFrom('1', '2', '0.001', '1.5', '999999999.999'),
    fc.oneof(fc.constant('0'), amount),
  )
  .map(([sku, quantity, unitPrice]) => `{"sku":${quoted(sku)},"quantity":${quantity},"unitPrice":${unitPrice}}`)

const items = maybe(
  'items',
  fc.array(item, { maxLength: 4 }).map((lines) => `[${lines.join(',')}]`),
)

/** Of the first five, two need items and one has little left; three more cannot be had. */
const discount = fc
  .constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7)
  .map((n) => entry('merchantDiscountId', `{{discount:${n}}}`))

const held = fc
  .nat(1_999)
  .map((n) => [entry('authorizationCode', `"{{code:${n}}}"`), entry('reference', `"{{reference:${n}}}"`)])

const moment: fc.Arbitrary<JsonText> = fc.oneof(
  fc.constant('"{{now:0}}"'),
  fc.constantFrom(
    '"2026-01-02T03:04:05Z"',
    '"2026-01-02T03:04:05.123456-04:00"',
    '"2024-02-29T23:59:59+14:00"',
    '"0001-01-01T00:00:00Z"',
    '"9998-12-31T23:59:59Z"',
  ),
  fc
    .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => quoted(date.toISOString())),
)

const joined = (...parts: fc.Arbitrary<readonly Entry[]>[]) => fc.tuple(...parts).map((all) => all.flat())
const alone = (one: fc.Arbitrary<Entry>) => one.map((only) => [only])
const named = (name: string, value: fc.Arbitrary<JsonText>) => alone(value.map((text) => entry(name, text)))

const ofWho = ['identificationTypeId', 'identification', 'branchId', 'purchaseAmount']

export const eligibilityBody: fc.Arbitrary<DraftBody> = bodiesAround(
  joined(who, branch, maybe('purchaseAmount', amount)),
  ofWho,
)

/** One wrong line among sound ones, which a change of whole fields would seldom hit. */
const brokenItems: fc.Arbitrary<Entry[]> = fc
  .tuple(
    fc.array(item, { maxLength: 2 }),
    fc.constantFrom('sku', 'quantity', 'unitPrice'),
    fc.constantFrom('null', '"1"', '-1', '0', '1e-7', '1.0005', '""', '" "', '"\\u0000"', '{}', '[]', '1e308', '0.015'),
  )
  .map(([lines, name, value]) => {
    const line = { sku: '"AGUA-600"', quantity: '1', unitPrice: '1', [name]: value }
    const text = `{"sku":${line.sku},"quantity":${line.quantity},"unitPrice":${line.unitPrice}}`
    return [entry('items', `[${[...lines, text].join(',')}]`)]
  })

export const applyBody: fc.Arbitrary<DraftBody> = bodiesAround(
  joined(
    who,
    alone(discount),
    named('purchaseAmount', amount),
    named('reference', reference),
    branch,
    fc.oneof({ weight: 9, arbitrary: items }, { weight: 1, arbitrary: brokenItems }),
  ),
  [...ofWho, 'merchantDiscountId', 'reference', 'items'],
)

export const consumeBody: fc.Arbitrary<DraftBody> = bodiesAround(
  joined(held, named('consumptionDate', moment), maybe('purchaseAmount', amount)),
  ['authorizationCode', 'reference', 'consumptionDate', 'purchaseAmount'],
)

export const releaseBody: fc.Arbitrary<DraftBody> = bodiesAround(held, ['authorizationCode', 'reference'])
