import { z } from 'zod'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import type { FaultCode } from '@/lib/kernel/fault'
import {
  applyInput,
  authorizationQuery,
  authorizationView,
  consumeInput,
  consumptionsQuery,
  consumptionView,
  credentialView,
  eligibilityInput,
  eligibilityView,
  identificationTypeView,
  listedConsumptionView,
  releaseInput,
  standingAuthorizationView,
} from '@/lib/redemption/schemas'
import type { Language } from './language'

/**
 * An operation of the integration API. One catalogue feeds the routes, the contract suite and OpenAPI: a route that is missing
 * here does not exist.
 */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/v1/${string}`
  /** Null for what every live credential may. */
  readonly permission: CredentialPermission | null
  readonly summary: Readonly<Record<Language, string>>
  readonly description: string
  /** Where the input comes from, and its schema; none for an operation without parameters. */
  readonly body?: z.ZodObject
  readonly query?: z.ZodObject
  /** Its calls that find nobody have a budget of their own (D56). */
  readonly hasMisses?: true
  /** A write that needs an Idempotency-Key (D44). */
  readonly idempotent?: true
  readonly status: 200 | 201
  readonly value: z.ZodType
  readonly meta?: z.ZodType
  readonly cacheControl?: string
  readonly vary?: string
  /** The codes that are its own, beside those that every operation has. */
  readonly faults: readonly FaultCode[]
}

export const operations = {
  describeCredential: {
    id: 'describeCredential',
    method: 'GET',
    path: '/api/v1/integrations/credential',
    permission: null,
    summary: { es: 'Esta credencial', en: 'This credential' },
    description:
      'Whose credential this is and what it may do, with the branches and the limits that hold. For any live credential: what a till asks when it starts, and an installer to see whether a key works. Compare `serverTime` with the clock of the till.',
    status: 200,
    value: credentialView,
    faults: [],
  },
  listIdentificationTypes: {
    id: 'listIdentificationTypes',
    method: 'GET',
    path: '/api/v1/integrations/identification-types',
    permission: 'core.integrations',
    summary: { es: 'Tipos de identificación', en: 'Identification types' },
    description: 'The accepted identification types. The list changes rarely and may be cached for 24 hours.',
    status: 200,
    value: z.array(identificationTypeView),
    cacheControl: 'private, max-age=86400',
    vary: 'Authorization, X-Api-Key',
    faults: [],
  },
  checkEligibility: {
    id: 'checkEligibility',
    method: 'POST',
    path: '/api/v1/integrations/eligibility',
    permission: 'core.integrations',
    summary: { es: 'Elegibilidad', en: 'Eligibility' },
    description:
      'Whether the identified collaborator has benefits today at the merchant, and which. A nonexistent identification and a collaborator without benefits give the same answer: charge the purchase normally.',
    body: eligibilityInput,
    hasMisses: true,
    status: 200,
    value: eligibilityView,
    faults: ['invalid_request', 'branch_invalid'],
  },
  applyDiscount: {
    id: 'applyDiscount',
    method: 'POST',
    path: '/api/v1/integrations/discounts/apply',
    permission: 'core.integrations',
    summary: { es: 'Descuento autorizado', en: 'Discount authorized' },
    description:
      'Calculates the discount on the purchase, reserves it and returns an authorization code. It does not record the consumption. If the customer gives up, do nothing: the authorization is released by itself when it expires.',
    body: applyInput,
    idempotent: true,
    status: 201,
    value: authorizationView,
    faults: [
      'invalid_request',
      'reference_in_use',
      'items_required',
      'no_applicable_items',
      'branch_invalid',
      'discount_not_available',
    ],
  },
  registerConsumption: {
    id: 'registerConsumption',
    method: 'POST',
    path: '/api/v1/integrations/consumptions',
    permission: 'core.integrations',
    summary: { es: 'Consumo registrado', en: 'Consumption registered' },
    description:
      'Confirms an authorization and records the consumption. Call it after the purchase is charged, and only then.',
    body: consumeInput,
    idempotent: true,
    status: 201,
    value: consumptionView,
    faults: ['invalid_request', 'authorization_expired', 'authorization_already_used', 'authorization_not_found'],
  },
  findAuthorization: {
    id: 'findAuthorization',
    method: 'GET',
    path: '/api/v1/integrations/discounts/authorizations',
    permission: 'core.integrations',
    summary: { es: 'Autorización de la referencia', en: 'Authorization of the reference' },
    description:
      'What stands for a purchase reference: its newest authorization, with the consumption that it became. For a till that lost an answer.',
    query: authorizationQuery,
    status: 200,
    value: standingAuthorizationView,
    faults: ['invalid_request', 'authorization_not_found'],
  },
  releaseAuthorization: {
    id: 'releaseAuthorization',
    method: 'POST',
    path: '/api/v1/integrations/discounts/release',
    permission: 'core.integrations',
    summary: { es: 'Autorización liberada', en: 'Authorization released' },
    description: 'Gives a reservation back before it expires, so that the reference can be applied again at once.',
    body: releaseInput,
    status: 200,
    value: authorizationView,
    faults: ['invalid_request', 'authorization_already_used', 'authorization_not_found'],
  },
  listConsumptions: {
    id: 'listConsumptions',
    method: 'GET',
    path: '/api/v1/consumptions',
    permission: 'core.consumptions.read',
    summary: { es: 'Consumos', en: 'Consumptions' },
    description: "The merchant's consumptions, newest registered first, page by page.",
    query: consumptionsQuery,
    status: 200,
    value: z.array(listedConsumptionView),
    meta: z.object({ nextCursor: z.string().nullable() }),
    faults: ['invalid_request'],
  },
} as const satisfies Record<string, Operation>
