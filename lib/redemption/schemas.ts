import * as z from 'zod'
import { transform } from 'zod/mini'
import { credentialPermissions } from '@/lib/credentials/permissions'
import { identificationPattern } from '@/lib/identification/identification'
import { amountCentsMax, numericOfCents, scaledNumber } from '@/lib/kernel/money'
import { authorizationStates } from './states'

/** Fails a value with a problem that `lib/http/texts.ts` has words for. */
const problem = (name: string) => ({ params: { problem: name }, message: name })

/**
 * What `change` makes of a value that `schema` accepts. Not by the schema's own `transform`: for every value that one makes a function which V8
 * keeps among its old objects, and with it what was parsed (ADR-0088).
 */
const changed = <S extends z.ZodType, To>(
  schema: S,
  change: (value: z.output<S>, payload: z.core.ParsePayload) => To,
) => z.pipe(schema, transform(change))

/** Absent and null are the same for an optional field (D8). */
const optional = <T extends z.ZodType>(schema: T) => changed(schema.nullish(), (value) => value ?? undefined)

/** A JSON number as an integer of `scale` decimals, within bounds of the same scale. */
function decimal(scale: number, least: bigint, most: bigint, tooManyDecimals: string) {
  return changed(z.number(), (value, { issues }): bigint => {
    const integer = scaledNumber(value, scale)
    if (integer !== undefined && integer >= least && integer <= most) return integer
    const name = integer === undefined ? tooManyDecimals : integer < least ? 'too_small_amount' : 'too_large_amount'
    issues.push({ code: 'custom', input: value, ...problem(name) })
    return z.NEVER
  })
}

/**
 * `meta` says for the OpenAPI document what a transform or a refinement demands, and `override` what it says otherwise:
 * e2e/law/openapi-bounds.test.ts holds the two to each other.
 */
const amountNote = 'RD$, a JSON number with at most two decimals.'
const amount = (least: bigint) => decimal(2, least, amountCentsMax, 'two_decimals')
const amountMax = Number(numericOfCents(amountCentsMax))

const paidAmount = amount(1n).meta({
  id: 'PaidAmount',
  description: `${amountNote} Above 0.`,
  minimum: 0.01,
  maximum: amountMax,
  multipleOf: 0.01,
  example: 1250.5,
})
const anyAmount = amount(0n).meta({
  id: 'Amount',
  description: amountNote,
  minimum: 0,
  maximum: amountMax,
  multipleOf: 0.01,
  example: 1250.5,
})

const idMax = 2_147_483_647
const idForm = { maximum: idMax, format: 'int32' } as const

/** Ids are 32-bit. A greater number is no row's id, and becomes 0, which is no row's id either. */
const id = z
  .int()
  .min(1)
  .overwrite((value) => (value > idMax ? 0 : value))

const codePoints = (text: string) => [...text].length

// Here, since the build makes of it an expression that is compiled wherever it stands.
const control = /\p{Cc}/u
const isWithoutControls = (text: string) => !control.test(text)

/** One line: something other than white space, and no control character, in whatever dialect of regular expressions. */
const linePattern = String.raw`^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`

/** D33. */
const reference = z
  .string()
  .refine((text) => text.trim() !== '', problem('blank'))
  .refine((text) => codePoints(text) <= 64, problem('at_most_64'))
  .refine(isWithoutControls, problem('control_characters'))
  .meta({
    id: 'Reference',
    description:
      "The merchant's identifier of the purchase (ticket, invoice, order), unique per purchase. Exact, case-sensitive, not blank, in one line.",
    minLength: 1,
    maxLength: 64,
    pattern: linePattern,
    example: 'T-000123',
  })

/** D23: letters compare case-insensitively, and no check digit is validated. */
const identification = z
  .string()
  .refine((text) => identificationPattern.test(text), problem('identification'))
  .meta({
    id: 'Identification',
    description: 'Identification number: 1 to 30 letters and digits, without hyphens or spaces.',
    minLength: 1,
    maxLength: 30,
    pattern: identificationPattern.source,
    example: '00100000001',
  })

const identificationTypeId = id.meta({
  description: 'Id from the identification types list.',
  example: 1,
  override: idForm,
})
const branchId = optional(
  id.meta({ description: 'Merchant branch where the purchase happens.', example: 1, override: idForm }),
)

/** D19. */
const item = z
  .object({
    sku: z
      .string()
      .trim()
      .refine((text) => text !== '', problem('blank'))
      .refine((text) => codePoints(text) <= 64, problem('at_most_64'))
      .refine(isWithoutControls, problem('control_characters'))
      .meta({
        description: 'The SKU of your billing system. Exact, case-sensitive.',
        minLength: 1,
        maxLength: 64,
        pattern: linePattern,
        example: 'AGUA-600',
      }),
    quantity: decimal(3, 1n, 999_999_999_999n, 'three_decimals').meta({
      description: 'Above 0, at most three decimals (weighed goods).',
      minimum: 0.001,
      maximum: 999_999_999.999,
      multipleOf: 0.001,
      example: 2,
    }),
    unitPrice: anyAmount.meta({ example: 35 }),
  })
  .meta({ id: 'PurchaseItem' })

/** RFC 3339 with an offset, in a year of four digits that no offset shifts out of them. */
const momentPattern = String.raw`^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`

const dateTime = z.regexes.datetime({ offset: true })

/** D39: ISO 8601 with an offset, a real calendar date. Answered in UTC. */
const moment = changed(z.string(), (text, { issues }) => {
  const instant = dateTime.test(text) ? new Date(text) : undefined
  const year = instant?.getUTCFullYear() ?? 0
  if (instant !== undefined && year >= 1 && year <= 9999) return instant.toISOString()
  issues.push({ code: 'custom', input: text, ...problem('date_time') })
  return z.NEVER
}).meta({
  id: 'Moment',
  description: 'A moment with its time zone: an offset or `Z`.',
  format: 'date-time',
  pattern: momentPattern,
  example: '2026-11-21T14:03:00-04:00',
})

/** D42: what is no code of ours is nobody's. The document says of what characters they are. */
const codeForm = { maxLength: 64, pattern: '^[0-9A-Za-z-]+$' } as const

const authorizationCode = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Code returned by apply.', example: '7KQM-2WXA-9DPT-HV4C-N8RB', override: codeForm })

export const eligibilityInput = z
  .object({
    identificationTypeId,
    identification,
    branchId,
    purchaseAmount: optional(
      anyAmount.meta({ description: `${amountNote} If sent, each discount carries estimatedDiscountAmount.` }),
    ),
  })
  .meta({ id: 'EligibilityInput' })
export type EligibilityInput = z.output<typeof eligibilityInput>

export const applyInput = z
  .object({
    identificationTypeId,
    identification,
    merchantDiscountId: id.meta({
      description: 'Discount chosen from the eligibility response.',
      example: 1,
      override: idForm,
    }),
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
  .meta({ id: 'ApplyInput' })
export type ApplyInput = z.output<typeof applyInput>

export const consumeInput = z
  .object({
    authorizationCode,
    reference,
    consumptionDate: moment.meta({
      description: 'Moment of payment, with time zone. More than 5 minutes ahead of the service it is refused.',
    }),
    purchaseAmount: optional(
      paidAmount.meta({ description: `${amountNote} New total if the purchase changed after authorization.` }),
    ),
  })
  .meta({ id: 'ConsumeInput' })
export type ConsumeInput = z.output<typeof consumeInput>

export const releaseInput = z.object({ authorizationCode, reference }).meta({ id: 'ReleaseInput' })
export type ReleaseInput = z.output<typeof releaseInput>

export const authorizationQuery = z.object({ reference: reference.meta({ description: 'Reference of the purchase.' }) })
export type AuthorizationQuery = z.output<typeof authorizationQuery>

const digits = (least: number, most: number, name: string) =>
  z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most, problem(name))
    .transform(Number)

/** The query of the consumptions list (D46): every value is a text of the URL. */
export const consumptionsQuery = z.object({
  from: moment
    .optional()
    .meta({ description: 'Registered at or after this instant.', example: '2026-11-01T00:00:00-04:00' }),
  to: moment.optional().meta({ description: 'Registered before this instant.', example: '2026-12-01T00:00:00-04:00' }),
  branchId: digits(1, Number.MAX_SAFE_INTEGER, 'positive_integer')
    .transform((value) => (value > idMax ? 0 : value))
    .optional()
    .meta({ description: 'Branch of the purchase.', example: 1, override: { type: 'integer', minimum: 1, ...idForm } }),
  reference: reference.optional().meta({ description: 'Reference of the purchase.' }),
  code: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Code of the consumption.', example: '9XWD-4HKT-M7QA-2CVP-R6NB', override: codeForm }),
  limit: digits(1, 200, 'limit')
    .default(50)
    .meta({
      description: '1 to 200; 50 when absent.',
      example: 50,
      override: { type: 'integer', format: 'int32', minimum: 1, maximum: 200, default: 50 },
    }),
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
    .meta({
      description: '`meta.nextCursor` of the page before. Opaque: any other text is refused.',
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
    }),
})
export type ConsumptionsQuery = z.output<typeof consumptionsQuery>

/** The place in the list after a row, as `cursor` reads it. */
export const cursorAfter = (row: { registeredAtMicros: string; id: string }): string =>
  Buffer.from(`${row.registeredAtMicros}:${row.id}`, 'latin1').toString('base64url')

// What is answered. Amounts are JSON numbers of at most two decimals (D16), instants are UTC.

const money = z.number().min(0).meta({
  id: 'Money',
  description: 'RD$, with at most two decimals.',
  maximum: amountMax,
  example: 125.05,
})
const instant = z.string().meta({
  id: 'Instant',
  description: 'A moment in UTC.',
  format: 'date-time',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$`,
  example: '2026-11-21T18:03:00.000Z',
})
const count = z.int().meta({ override: { minimum: 1, ...idForm } })
const rowId = z.int().meta({ override: { minimum: 1, ...idForm } })
const code = z.string().min(1).meta({ example: '7KQM-2WXA-9DPT-HV4C-N8RB', override: codeForm })

export const identificationTypeView = z
  .object({ id: rowId, name: z.string() })
  .meta({ id: 'IdentificationType', example: { id: 1, name: 'Cédula de identidad' } })

/** D59. */
export const credentialView = z
  .object({
    merchantName: z.string(),
    environment: z.enum(['test', 'production']),
    serverTime: instant,
    credential: z
      .object({
        kind: z.enum(['api_key', 'oauth_client']),
        name: z.string(),
        permissions: z.array(z.enum(credentialPermissions)),
        expiresAt: instant.nullable().meta({ description: 'Null for an OAuth client, which does not expire.' }),
      })
      .meta({ id: 'Credential' }),
    branches: z
      .array(z.object({ id: rowId, name: z.string() }).meta({ id: 'Branch' }))
      .meta({ description: 'The active ones, by id.' }),
    limits: z
      .object({
        perMinute: count,
        burst: count,
        missesPerMinute: count.meta({ description: 'Eligibility calls that find nobody.' }),
        authorizationTtlSeconds: count.meta({ description: 'For how long a reservation can be confirmed.' }),
      })
      .meta({ id: 'Limits' }),
  })
  .meta({ id: 'CredentialDescription' })
export type CredentialDescription = z.output<typeof credentialView>

const offerView = z
  .object({
    merchantDiscountId: rowId.meta({ description: 'Used in apply.' }),
    name: z.string(),
    description: z.string(),
    discountType: z.object({ id: rowId, name: z.string(), code: z.enum(['PCT', 'AMT']) }).meta({ id: 'DiscountType' }),
    discountValue: z
      .number()
      .meta({ description: 'Percentage or RD$, according to the type.', minimum: 0, maximum: amountMax }),
    scope: z
      .object({
        typeId: z
          .int()
          .min(1)
          .max(3)
          .meta({ description: '1 whole store, 2 article category, 3 article.', format: 'int32' }),
        name: z.string(),
        articleCategoryId: rowId.nullable(),
        articleId: rowId.nullable(),
      })
      .meta({ id: 'DiscountScope' }),
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
    collaborator: z
      .object({ displayName: z.string(), companyName: z.string() })
      .meta({ id: 'Collaborator' })
      .nullable(),
    discounts: z.array(offerView),
  })
  .meta({ id: 'EligibilityResult' })
export type EligibilityView = z.output<typeof eligibilityView>

const authorizationFields = {
  authorizationCode: code,
  status: z.enum(authorizationStates).meta({ id: 'AuthorizationStatus' }),
  merchantDiscountId: rowId,
  reference,
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
    code: code.meta({ example: '9XWD-4HKT-M7QA-2CVP-R6NB' }),
    authorizationCode: code,
    reference,
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
  .extend({
    merchantDiscountId: rowId,
    branchId: rowId.nullable(),
    registeredAt: instant,
    late: z.literal(true).optional().meta({
      description:
        'Present only where the purchase was notified after its authorization had ended, as the operator lets this merchant do.',
    }),
  })
  .meta({ id: 'ListedConsumption' })
export type ListedConsumptionView = z.output<typeof listedConsumptionView>
