import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { deriveIdentificationKeys, hmacIdentification } from '@/lib/identification/identification'

/** What both Fastify baselines share: as little as an honest answer in the contract's shape needs. */

export const poolMax = 10

/** As long as a run, so that no sweep falls into a window. */
export const ttlSeconds = 86_400

export const connectBaseline = (max = poolMax): postgres.Sql =>
  postgres(process.env.DATABASE_URL ?? '', { max, onnotice: () => {}, connection: { TimeZone: 'UTC' } })

const keys = deriveIdentificationKeys(process.env.DATA_KEY ?? '')

export const hmacOf = (body: Body): Buffer => hmacIdentification(keys, body.identificationTypeId, body.identification)

export type Body = {
  identificationTypeId: number
  identification: string
  purchaseAmount: number
  merchantDiscountId: number
  reference: string
  authorizationCode: string
  consumptionDate: string
}

export type Headers = { 'x-api-key': string; 'idempotency-key': string }

export type Call = { body: Body; headers: Headers }

export const callOf = (request: FastifyRequest): Call => ({
  body: request.body as Body,
  headers: request.headers as Headers,
})

export const prefixOf = (apiKey: string): string => apiKey.slice(3, 19)
export const secretOf = (apiKey: string): string => apiKey.slice(20)

export class Refusal extends Error {
  readonly statusCode: number

  constructor(statusCode: number) {
    super('refused')
    this.statusCode = statusCode
  }
}

export type Answers = {
  eligibility(call: Call): Promise<unknown>
  apply(call: Call): Promise<unknown>
  consume(call: Call): Promise<unknown>
}

/** Serves three operations on a port of its own, and ends with its parent. */
export async function serve(answers: Answers): Promise<void> {
  const app: FastifyInstance = Fastify({ logger: false })
  app.addHook('onRequest', async (request, reply) => {
    const requestId = request.headers['x-request-id']
    if (requestId !== undefined) reply.header('x-request-id', requestId)
  })
  const path = '/api/v1/integrations'
  app.post(`${path}/eligibility`, async (request) => envelope(await answers.eligibility(callOf(request))))
  app.post(`${path}/discounts/apply`, async (request, reply) => {
    reply.code(201)
    return envelope(await answers.apply(callOf(request)))
  })
  app.post(`${path}/consumptions`, async (request, reply) => {
    reply.code(201)
    return envelope(await answers.consume(callOf(request)))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  announce(typeof address === 'object' && address ? address.port : 0)
}

/** Tells the bench where this process listens. */
export function announce(port: number): void {
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
  process.send?.({ listening: port })
}

const envelope = (value: unknown) => ({ title: 'Listo', messages: [], value, meta: null })

export type OfferRow = {
  discountId: number
  companyId: number
  collaboratorId: string
  firstName: string
  lastName: string
  companyName: string
  name: string
  description: string
  discountType: 'PCT' | 'AMT'
  discountValue: string
  maximumDiscount: string | null
  scope: string
  articleCategoryId: number | null
  articleId: number | null
  validFrom: Date
  validTo: Date
}

export function discountOf(offer: OfferRow, purchaseAmount: number): number {
  const value = Number(offer.discountValue)
  const whole = offer.discountType === 'PCT' ? (purchaseAmount * value) / 100 : Math.min(value, purchaseAmount)
  // The 1e-6 above makes up for halves that binary fractions cannot represent; the product does not need it.
  const rounded = Math.round(whole * 100 + 1e-6) / 100
  return offer.maximumDiscount === null ? rounded : Math.min(rounded, Number(offer.maximumDiscount))
}

export function eligibilityView(offers: readonly OfferRow[], purchaseAmount: number) {
  const [first] = offers
  if (!first) return { eligible: false, collaborator: null, discounts: [] }
  const discounts = offers.map((offer) => ({
    merchantDiscountId: offer.discountId,
    name: offer.name,
    description: offer.description,
    discountType: { id: 1, name: offer.discountType, code: offer.discountType },
    discountValue: Number(offer.discountValue),
    scope: {
      typeId: 1,
      name: offer.scope,
      articleCategoryId: offer.articleCategoryId,
      articleId: offer.articleId,
    },
    validFrom: offer.validFrom,
    validTo: offer.validTo,
    estimatedDiscountAmount: discountOf(offer, purchaseAmount),
  }))
  discounts.sort(
    (a, b) => b.estimatedDiscountAmount - a.estimatedDiscountAmount || a.merchantDiscountId - b.merchantDiscountId,
  )
  return {
    eligible: true,
    collaborator: {
      displayName: `${first.firstName.split(' ')[0]} ${first.lastName[0]}.`,
      companyName: first.companyName,
    },
    discounts,
  }
}

export type RecordRow = { purchaseAmount: string; discountAmount: string; finalAmount: string }

/** An authorization or a consumption as the contract shows it. */
export const recordView = (row: RecordRow, fields: Record<string, unknown>) => ({
  ...fields,
  currency: 'DOP',
  purchaseAmount: Number(row.purchaseAmount),
  discountAmount: Number(row.discountAmount),
  finalAmount: Number(row.finalAmount),
})
