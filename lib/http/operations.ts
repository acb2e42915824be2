import * as z from 'zod'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import type { FaultCode, FieldProblem } from '@/lib/kernel/fault'
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
  /** The title of its success, which a cashier may see. */
  readonly title: Readonly<Record<Language, string>>
  /** What it does, as a verb: the name that generated clients and viewers show. */
  readonly summary: string
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
  /** What the fields are refused for although they fit their schemas. */
  readonly rules?: readonly FieldProblem[]
}

export const operations = {
  describeCredential: {
    id: 'describeCredential',
    method: 'GET',
    path: '/api/v1/integrations/credential',
    permission: null,
    title: { es: 'Esta credencial', en: 'This credential' },
    summary: 'Describe this credential',
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
    title: { es: 'Tipos de identificación', en: 'Identification types' },
    summary: 'List the identification types',
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
    title: { es: 'Elegibilidad', en: 'Eligibility' },
    summary: 'Check eligibility',
    description:
      'Whether the identified collaborator has benefits today at the merchant, and which. A nonexistent identification and a collaborator without benefits give the same answer: charge the purchase normally.',
    body: eligibilityInput,
    hasMisses: true,
    status: 200,
    value: eligibilityView,
    faults: ['invalid_request', 'branch_invalid'],
    rules: [{ field: 'identificationTypeId', problem: 'identification_type' }],
  },
  applyDiscount: {
    id: 'applyDiscount',
    method: 'POST',
    path: '/api/v1/integrations/discounts/apply',
    permission: 'core.integrations',
    title: { es: 'Descuento autorizado', en: 'Discount authorized' },
    summary: 'Apply a discount',
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
    rules: [{ field: 'identificationTypeId', problem: 'identification_type' }],
  },
  registerConsumption: {
    id: 'registerConsumption',
    method: 'POST',
    path: '/api/v1/integrations/consumptions',
    permission: 'core.integrations',
    title: { es: 'Consumo registrado', en: 'Consumption registered' },
    summary: 'Register a consumption',
    description:
      'Confirms an authorization and records the consumption. Call it after the purchase is charged, and only then.',
    body: consumeInput,
    idempotent: true,
    status: 201,
    value: consumptionView,
    faults: ['invalid_request', 'authorization_expired', 'authorization_already_used', 'authorization_not_found'],
    rules: [{ field: 'consumptionDate', problem: 'future' }],
  },
  findAuthorization: {
    id: 'findAuthorization',
    method: 'GET',
    path: '/api/v1/integrations/discounts/authorizations',
    permission: 'core.integrations',
    title: { es: 'Autorización de la referencia', en: 'Authorization of the reference' },
    summary: 'Find the authorization of a reference',
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
    title: { es: 'Autorización liberada', en: 'Authorization released' },
    summary: 'Release an authorization',
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
    title: { es: 'Consumos', en: 'Consumptions' },
    summary: 'List consumptions',
    description: "The merchant's consumptions, newest registered first, page by page.",
    query: consumptionsQuery,
    status: 200,
    value: z.array(listedConsumptionView),
    meta: z.object({ nextCursor: z.string().nullable() }).meta({ id: 'PageMeta' }),
    faults: ['invalid_request'],
    rules: [{ field: 'cursor', problem: 'cursor' }],
  },
} as const satisfies Record<string, Operation>
