import { z } from 'zod'
import { credentialPermissions } from '@/lib/credentials/permissions'
import { identificationPattern } from '@/lib/identification/identification'
import { amountCentsMax, scaledNumber } from '@/lib/kernel/money'
import { authorizationStates } from './states'

/** Fails a value with a problem that `lib/http/texts.ts` has words for. */
const problem = (name: string) => ({ params: { problem: name }, message: name })

/** Absent and null are the same for an optional field (D8). */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/** A JSON number as an integer of `scale` decimals, within bounds of the same scale. */
function decimal(scale: number, least: bigint, most: bigint, tooManyDecimals: string) {
  return z.number().transform((value, ctx): bigint => {
    const integer = scaledNumber(value, scale)
    if (integer !== undefined && integer >= least && integer <= most) return integer
    const name = integer === undefined ? tooManyDecimals : integer < least ? 'too_small_amount' : 'too_large_amount'
    ctx.issues.push({ code: 'custom', input: value, ...problem(name) })
    return z.NEVER
  })
}

const amountNote = 'RD$, a JSON number with at most two decimals.'
const amount = (least: bigint) => decimal(2, least, amountCentsMax, 'two_decimals')

const paidAmount = amount(1n).meta({ description: `${amountNote} Above 0.`, example: 1250.5 })
const anyAmount = amount(0n).meta({ description: amountNote, example: 1250.5 })

/** Ids are 32-bit. A greater number is no row's id, and becomes 0, which is no row's id either. */
const id = z
  .int()
  .min(1)
  .transform((value) => (value > 2_147_483_647 ? 0 : value))

const codePoints = (text: string) => [...text].length

/** D33. */
const reference = z
  .string()
  .refine((text) => text.trim() !== '', problem('blank'))
  .refine((text) => codePoints(text) <= 64, problem('at_most_64'))
  .refine((text) => !/\p{Cc}/u.test(text), problem('control_characters'))
  .meta({
    description:
      "The merchant's identifier of the purchase (ticket, invoice, order), unique per purchase. Exact, case-sensitive.",
    example: 'T-000123',
  })

/** D23: letters compare case-insensitively, and no check digit is validated. */
const identification = z
  .string()
  .refine((text) => identificationPattern.test(text), problem('identification'))
  .meta({
    description: 'Identification number: 1 to 30 letters and digits, without hyphens or spaces.',
    example: '00100000001',
  })

const identificationTypeId = id.meta({ description: 'Id from the identification types list.', example: 1 })
const branchId = optional(id.meta({ description: 'Merchant branch where the purchase happens.', example: 1 }))

/** D19. */
const item = z.object({
  sku: z
    .string()
    .transform((text) => text.trim())
    .refine((text) => text !== '', problem('blank'))
    .refine((text) => codePoints(text) <= 64, problem('at_most_64'))
    .refine((text) => !/\p{Cc}/u.test(text), problem('control_characters'))
    .meta({ description: 'The SKU of your billing system. Exact, case-sensitive.', example: 'AGUA-600' }),
  quantity: decimal(3, 1n, 999_999_999_999n, 'three_decimals').meta({
    description: 'Above 0, at most three decimals (weighed goods).',
    example: 2,
  }),
  unitPrice: anyAmount.meta({ description: amountNote, example: 35 }),
})

/** D39: ISO 8601 with an offset, a real calendar date. Echoed in UTC. */
const consumptionDate = z.iso
  .datetime({ offset: true, error: () => 'date_time' })
  .transform((text, ctx) => {
    const instant = new Date(text)
    const year = instant.getUTCFullYear()
    if (year >= 1 && year <= 9999) return instant.toISOString()
    ctx.issues.push({ code: 'custom', input: text, ...problem('date_time') })
    return z.NEVER
  })
  .meta({ description: 'Moment of payment, with time zone.', example: '2026-11-21T14:03:00-04:00' })

const authorizationCode = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Code returned by apply.', example: '7KQM-2WXA-9DPT-HV4C-N8RB' })

export const eligibilityInput = z.object({
  identificationTypeId,
  identification,
  branchId,
  purchaseAmount: optional(
    anyAmount.meta({
      description: `${amountNote} If sent, each discount carries estimatedDiscountAmount.`,
      example: 1250.5,
    }),
  ),
})
export type EligibilityInput = z.output<typeof eligibilityInput>

export const applyInput = z.object({
  identificationTypeId,
  identification,
  merchantDiscountId: id.meta({ description: 'Discount chosen from the eligibility response.', example: 1 }),
  purchaseAmount: paidAmount,
  reference,
  branchId,
  items: optional(
    z.array(item).max(500).meta({
      description:
        'Required when the discount is by category or article. On the whole store they are validated, so that one that is wrong is refused, and then ignored.',
    }),
  ),
})
export type ApplyInput = z.output<typeof applyInput>

export const consumeInput = z.object({
  authorizationCode,
  reference,
  consumptionDate,
  purchaseAmount: optional(
    paidAmount.meta({
      description: `${amountNote} New total if the purchase changed after authorization.`,
      example: 1250.5,
    }),
  ),
})
export type ConsumeInput = z.output<typeof consumeInput>

export const releaseInput = z.object({ authorizationCode, reference })
export type ReleaseInput = z.output<typeof releaseInput>

export const authorizationQuery = z.object({ reference })
export type AuthorizationQuery = z.output<typeof authorizationQuery>

const instantText = z.iso.datetime({ offset: true, error: () => 'date_time' }).transform((text, ctx) => {
  const instant = new Date(text)
  if (instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999) return instant.toISOString()
  ctx.issues.push({ code: 'custom', input: text, ...problem('date_time') })
  return z.NEVER
})

const digits = (least: number, most: number, name: string) =>
  z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most, problem(name))
    .transform(Number)

/** The query of the consumptions list (D46): every value is a text of the URL. */
export const consumptionsQuery = z.object({
  from: instantText
    .optional()
    .meta({ description: 'Registered at or after this instant.', example: '2026-11-01T00:00:00-04:00' }),
  to: instantText
    .optional()
    .meta({ description: 'Registered before this instant.', example: '2026-12-01T00:00:00-04:00' }),
  branchId: digits(1, Number.MAX_SAFE_INTEGER, 'positive_integer')
    .transform((value) => (value > 2_147_483_647 ? 0 : value))
    .optional()
    .meta({ description: 'Branch of the purchase.', example: '1' }),
  reference: reference.optional(),
  code: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Code of the consumption.', example: '9XWD-4HKT-M7QA-2CVP-R6NB' }),
  limit: digits(1, 200, 'limit').default(50).meta({ description: '1 to 200; 50 when absent.', example: '50' }),
  cursor: z
    .string()
    .optional()
    .transform((text, ctx) => {
      if (text === undefined) return undefined
      const [, registeredAtMicros, rowId] =
        /^(\d{1,17}):(\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
      if (registeredAtMicros !== undefined && rowId !== undefined) return { registeredAtMicros, id: rowId }
      ctx.issues.push({ code: 'custom', input: text, ...problem('cursor') })
      return z.NEVER
    })
    .meta({ description: '`meta.nextCursor` of the page before. Opaque.' }),
})
export type ConsumptionsQuery = z.output<typeof consumptionsQuery>

/** The place in the list after a row, as `cursor` reads it. */
export const cursorAfter = (row: { registeredAtMicros: string; id: string }): string =>
  Buffer.from(`${row.registeredAtMicros}:${row.id}`, 'latin1').toString('base64url')

// What is answered. Amounts are JSON numbers of at most two decimals (D16), instants are UTC.

const money = z.number().min(0).meta({ example: 125.05 })
const instant = z.iso.datetime().meta({ example: '2026-11-21T18:03:00.000Z' })

export const identificationTypeView = z
  .object({ id: z.int(), name: z.string() })
  .meta({ id: 'IdentificationType', example: { id: 1, name: 'Cédula de identidad' } })

/** D59. */
export const credentialView = z
  .object({
    merchantName: z.string(),
    environment: z.enum(['test', 'production']),
    serverTime: instant,
    credential: z.object({
      kind: z.enum(['api_key', 'oauth_client']),
      name: z.string(),
      permissions: z.array(z.enum(credentialPermissions)),
      expiresAt: instant.nullable().meta({ description: 'Null for an OAuth client, which does not expire.' }),
    }),
    branches: z.array(z.object({ id: z.int(), name: z.string() })).meta({ description: 'The active ones, by id.' }),
    limits: z.object({
      perMinute: z.int(),
      burst: z.int(),
      missesPerMinute: z.int().meta({ description: 'Eligibility calls that find nobody.' }),
      authorizationTtlSeconds: z.int().meta({ description: 'For how long a reservation can be confirmed.' }),
    }),
  })
  .meta({ id: 'CredentialDescription' })
export type CredentialDescription = z.output<typeof credentialView>

const offerView = z
  .object({
    merchantDiscountId: z.int().meta({ description: 'Used in apply.' }),
    name: z.string(),
    description: z.string(),
    discountType: z.object({ id: z.int(), name: z.string(), code: z.enum(['PCT', 'AMT']) }),
    discountValue: z.number().meta({ description: 'Percentage or RD$, according to the type.' }),
    scope: z.object({
      typeId: z.int().min(1).max(3).meta({ description: '1 whole store, 2 article category, 3 article.' }),
      name: z.string(),
      articleCategoryId: z.int().nullable(),
      articleId: z.int().nullable(),
    }),
    validFrom: instant,
    validTo: instant.meta({ description: 'The discount is valid before this instant.' }),
    estimatedDiscountAmount: money.optional().meta({
      description: 'Present only if purchaseAmount was sent. An upper bound for a category or article discount.',
    }),
  })
  .meta({ id: 'DiscountOffer' })

export const eligibilityView = z
  .object({
    eligible: z.boolean(),
    collaborator: z.object({ displayName: z.string(), companyName: z.string() }).nullable(),
    discounts: z.array(offerView),
  })
  .meta({ id: 'EligibilityResult' })
export type EligibilityView = z.output<typeof eligibilityView>

const authorizationFields = {
  authorizationCode: z.string().meta({ example: '7KQM-2WXA-9DPT-HV4C-N8RB' }),
  status: z.enum(authorizationStates),
  merchantDiscountId: z.int(),
  reference: z.string(),
  currency: z.literal('DOP'),
  purchaseAmount: money,
  discountAmount: money,
  finalAmount: money.meta({ description: 'Amount to charge the customer.' }),
  expiresAt: instant.meta({ description: 'The authorization can be confirmed before this instant.' }),
}

export const authorizationView = z.object(authorizationFields).meta({ id: 'DiscountAuthorization' })
export type AuthorizationView = z.output<typeof authorizationView>

export const consumptionView = z
  .object({
    code: z.string().meta({ example: '9XWD-4HKT-M7QA-2CVP-R6NB' }),
    authorizationCode: z.string(),
    reference: z.string(),
    status: z.literal('Registered'),
    currency: z.literal('DOP'),
    purchaseAmount: money,
    discountAmount: money,
    finalAmount: money,
    consumptionDate: instant,
  })
  .meta({ id: 'Consumption' })
export type ConsumptionView = z.output<typeof consumptionView>

/** The state of a ticket (D45): its newest authorization, with the consumption that it became. */
export const standingAuthorizationView = z
  .object({ ...authorizationFields, consumption: consumptionView.nullable() })
  .meta({ id: 'StandingAuthorization' })
export type StandingAuthorizationView = z.output<typeof standingAuthorizationView>

export const listedConsumptionView = consumptionView
  .extend({ merchantDiscountId: z.int(), branchId: z.int().nullable(), registeredAt: instant })
  .meta({ id: 'ListedConsumption' })
export type ListedConsumptionView = z.output<typeof listedConsumptionView>
