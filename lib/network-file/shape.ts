import * as z from 'zod'
import { companyPermissions, merchantPermissions } from '@/lib/accounts/permissions'
import { apiKeyValidityDays, credentialPermissions } from '@/lib/credentials/permissions'
import { identificationPattern } from '@/lib/identification/identification'
import { amountCentsMax, type Cents, numericOfCents, scaledNumber } from '@/lib/kernel/money'
import { endOfValidity, startOfValidity } from './validity'

/**
 * The shape of the network file (network.md): what each field may be by itself, and each discount within itself. An unknown
 * field is refused, since a typo in an optional one would be lost in silence; `null` for an optional field means absent, as in
 * D8. Amounts come out as cents (a percentage as hundredths), instants as Date, absent lists as empty ones.
 */

const integerMax = 2_147_483_647
const budgetCentsMax: Cents = 99_999_999_999_999n

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const manyLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u

const orNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null)
const orTrue = z
  .boolean()
  .nullish()
  .transform((value) => value ?? true)
/** D61. */
const hoursOrNone = z
  .int()
  .min(0, 'must be 0 to 72')
  .max(72, 'must be 0 to 72')
  .nullish()
  .transform((value) => value ?? 0)
/** D60. */
const missesOrNull = orNull(z.int().min(1, 'must be 1 to 100000').max(100_000, 'must be 1 to 100000'))
const listOrEmpty = <S extends z.ZodType>(schema: S) =>
  z
    .array(schema)
    .nullish()
    .transform((values) => values ?? [])

/** A text that people read: white space around it does not count. */
const text = (max: number, allowed = oneLine) =>
  z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(max, `must have at most ${max} characters`)
    .regex(allowed, 'must have no control character and no half of a character')

/** A text by which things are found: it is kept exactly as it is written. */
const exactText = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(oneLine, 'must have no control character and no half of a character')
    .refine((value) => value === value.trim(), 'must have no white space around it')

const key = exactText(100)
const sku = exactText(64)
const name = text(200)
const positive = z.int().min(1, 'must be at least 1').max(integerMax, `must be at most ${integerMax}`)

const email = z
  .email({ error: (issue) => (issue.code === 'invalid_format' ? 'must be an e-mail address' : undefined) })
  .max(254, 'must have at most 254 characters')
  .transform((value) => value.toLowerCase())

const amount = (centsMax: Cents) =>
  z.number().transform((value, context): Cents => {
    const cents = scaledNumber(value, 2)
    if (cents !== undefined && cents > 0n && cents <= centsMax) return cents
    context.addIssue(
      cents === undefined
        ? 'must have at most two decimals'
        : `must be above 0 and at most ${numericOfCents(centsMax)}`,
    )
    return z.NEVER
  })

const validity = (read: (text: string) => Date | undefined) =>
  z.string().transform((value, context): Date => {
    const instant = read(value)
    if (instant) return instant
    context.addIssue('must be an instant with offset, like 2026-01-31T08:00:00-04:00, or a day, like 2026-01-31')
    return z.NEVER
  })

/** A set written as a list: neither order nor repetition matters. */
const permissions = <const P extends readonly string[]>(known: P) =>
  z.array(z.enum(known)).transform((given) => known.filter((permission) => given.some((one) => one === permission)))

const credential = {
  key,
  name,
  permissions: permissions(credentialPermissions).refine((given) => given.length > 0, 'must name a permission'),
}

const user = <const P extends readonly string[]>(known: P) =>
  z.strictObject({
    email,
    name,
    password: z
      .string()
      .refine((value) => [...value].length >= 12, 'must have at least 12 characters')
      .max(1000, 'must have at most 1000 characters')
      .regex(oneLine, 'must have no control character and no half of a character'),
    permissions: permissions(known),
  })

const limits = z.strictObject({
  perCollaboratorPerDay: orNull(positive),
  usesTotal: orNull(positive),
  budget: orNull(amount(budgetCentsMax)),
  minimumPurchase: orNull(amount(amountCentsMax)),
  maximumDiscount: orNull(amount(amountCentsMax)),
})

const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('store') }),
  z.strictObject({ kind: z.literal('category'), category: key }),
  z.strictObject({ kind: z.literal('article'), sku }),
])

const discount = z
  .strictObject({
    key,
    name,
    description: text(2000, manyLines),
    type: z.enum(['PCT', 'AMT']),
    value: amount(amountCentsMax),
    scope,
    validFrom: validity(startOfValidity),
    validTo: validity(endOfValidity),
    status: z
      .enum(['published', 'draft', 'paused'])
      .nullish()
      .transform((value) => value ?? 'published'),
    limits: orNull(limits),
  })
  .superRefine((given, context) => {
    if (given.type === 'PCT' && given.value > 10_000n) {
      context.addIssue({ code: 'custom', path: ['value'], message: 'must be at most 100, as a percentage' })
    }
    if (given.validFrom >= given.validTo) {
      context.addIssue({ code: 'custom', path: ['validTo'], message: 'must be after validFrom' })
    }
  })

const merchant = z.strictObject({
  key,
  name,
  legalId: orNull(text(50)),
  enabled: orTrue,
  lateNotificationHours: hoursOrNone,
  missesPerMinute: missesOrNull,
  branches: listOrEmpty(z.strictObject({ key, name, active: orTrue })),
  categories: listOrEmpty(z.strictObject({ key, name })),
  articles: listOrEmpty(z.strictObject({ sku, name, category: orNull(key) })),
  discounts: listOrEmpty(discount),
  users: listOrEmpty(user(merchantPermissions)),
  apiKeys: listOrEmpty(z.strictObject({ ...credential, validityDays: z.literal(apiKeyValidityDays) })),
  oauthClients: listOrEmpty(z.strictObject(credential)),
})

const grant = z.strictObject({
  merchant: key,
  discount: key,
  to: z.union([z.literal('team'), z.array(key).min(1, 'must name a type')]),
})

const collaborator = z.strictObject({
  identificationTypeId: positive,
  identification: z.string().regex(identificationPattern, 'must be 1 to 30 letters and digits'),
  firstName: text(100),
  lastName: text(100),
  type: orNull(key),
  active: orTrue,
  email: orNull(email),
})

const company = z.strictObject({
  key,
  name,
  legalId: orNull(text(50)),
  types: listOrEmpty(z.strictObject({ key, name })),
  affiliations: z.array(key),
  grants: z.array(grant),
  users: listOrEmpty(user(companyPermissions)),
  collaborators: z.array(collaborator),
})

export const fileShape = z.strictObject({
  version: z.literal(1),
  identificationTypes: z.array(z.strictObject({ id: positive, name })),
  merchants: z.array(merchant),
  companies: z.array(company),
})

export type NetworkFile = z.output<typeof fileShape>
export type MerchantOfFile = NetworkFile['merchants'][number]
export type CompanyOfFile = NetworkFile['companies'][number]
