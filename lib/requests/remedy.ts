import { articleFilterOf, articlesPath } from '@/lib/catalog/articles'
import { type CredentialReference, credentialPath } from '@/lib/credentials/reference'
import { discountsHome } from '@/lib/discounts/filter'
import type { ShownStatus } from '@/lib/discounts/status'
import { integerId } from '@/lib/kernel/address'
import type { FaultCode } from '@/lib/kernel/fault'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import type { RequestDetails } from './request'

/**
 * What to do about a call that failed: for each code one sentence or more, with what the database knows of its merchant
 * where that says more than the answer could. `texts.*` of the messages `remedies` has the words.
 */

/** The codes of the token endpoint (RFC 6749, 5.2) that the API has not. */
export type TokenCode =
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error'

export type FailureCode = FaultCode | TokenCode

/** A section of the office that a remedy leads to; the page shows the link to who may open it. */
export type RemedyPlace = 'branches' | 'discounts' | 'catalog' | 'integrations' | 'consumptions'

/** What the texts have room for. */
export const remedyValues = [
  'at',
  'code',
  'from',
  'id',
  'name',
  'permission',
  'permissions',
  'reference',
  'requestId',
  'sent',
  'skus',
  'target',
  'theirs',
  'to',
] as const

type Values = Readonly<Partial<Record<(typeof remedyValues)[number], string | number | Date>>>

export type Remedy<Text extends string = string> = {
  readonly text: Text
  readonly values?: Values
  readonly link?: { readonly label: RemedyLink; readonly place: RemedyPlace; readonly href: string }
}

export type RemedyLink =
  | 'branches'
  | 'discount'
  | 'discounts'
  | 'catalog'
  | 'credential'
  | 'integrations'
  | 'sale'
  | 'authorization'

/** What a failed call said of itself. */
export type FailedCall = {
  readonly code: string
  readonly operation: string
  readonly requestId: string
  readonly reference: string | null
  readonly credential: CredentialReference
  readonly credentialName: string | null
  readonly details: RequestDetails
}

/** An authorization as it stands now. */
export type Standing = {
  readonly code: string
  readonly reference: string
  readonly status: 'Authorized' | 'Consumed' | 'Expired' | 'Released'
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly consumptionCode: string | null
}

/** What the database knows of what the call named. Undefined for what was not asked; null for what is not the merchant's. */
export type RemedyFacts = {
  readonly branch?: { readonly id: number; readonly name: string; readonly active: boolean } | null
  readonly discount?: {
    readonly id: number
    readonly name: string
    readonly shownStatus: ShownStatus
    readonly validFrom: Date
    readonly validTo: Date
    /** The category or the article that it is for; null for the whole store. */
    readonly target: string | null
  } | null
  /** Of the SKUs that were sent, those that the catalogue does not have. */
  readonly unknownSkus?: readonly string[]
  readonly standing?: Standing | null
  readonly credential?: { readonly permissions: readonly string[]; readonly endedAt: Date | null } | null
}

const inputOf = ({ details }: FailedCall, name: string): string | undefined => {
  const value = details.input?.[name]
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined
}

/** An id as it was sent; undefined for what is no id. */
export function sentId(call: FailedCall, name: string): number | undefined {
  const text = inputOf(call, name)
  return text === undefined ? undefined : integerId.read(text)
}

/** The SKUs that were sent, as far as they were kept. */
export function sentSkus({ details }: FailedCall): string[] {
  const items = details.input?.items
  if (!Array.isArray(items)) return []
  const skus = items.flatMap((item) => {
    const sku = typeof item === 'object' && item !== null ? (item as Readonly<Record<string, unknown>>).sku : undefined
    return typeof sku === 'string' && sku !== '•••' && !sku.endsWith('…') ? [sku.trim()] : []
  })
  return [...new Set(skus)]
}

export const sentCode = (call: FailedCall): string | undefined => {
  const text = inputOf(call, 'authorizationCode')
  return text === undefined || !/^[A-Z2-9-]{20,24}$/.test(text) ? undefined : text
}

const plain =
  <const Text extends string>(text: Text) =>
  (): readonly Remedy<Text>[] => [{ text }]

const toBranches = { label: 'branches', place: 'branches', href: '/portal/branches' } as const
const toDiscounts = { label: 'discounts', place: 'discounts', href: discountsHome } as const
const toDiscount = (id: number) => ({ label: 'discount', place: 'discounts', href: `${discountsHome}/${id}` }) as const
const toIntegrations = { label: 'integrations', place: 'integrations', href: '/portal/integrations' } as const
const toCredential = ({ credential }: FailedCall) =>
  ({ label: 'credential', place: 'integrations', href: credentialPath(credential) }) as const
const toSku = (search: string | undefined) =>
  ({ label: 'catalog', place: 'catalog', href: articlesPath({ ...articleFilterOf({}), search }) }) as const
const toStanding = ({ code, consumptionCode }: Standing) =>
  consumptionCode === null
    ? ({
        label: 'authorization',
        place: 'consumptions',
        href: authorizationsPath(authorizationsFilterOf({ q: code })),
      } as const)
    : ({ label: 'sale', place: 'consumptions', href: `${consumptionsPage}/${consumptionCode}` } as const)

function ofBranch(call: FailedCall, { branch }: RemedyFacts) {
  const id = sentId(call, 'branchId')
  if (id === undefined || branch === undefined) return [{ text: 'branchUnread', link: toBranches }] as const
  if (branch === null) return [{ text: 'branchUnknown', values: { id }, link: toBranches }] as const
  const values = { id, name: branch.name }
  return branch.active
    ? ([{ text: 'branchActive', values, link: toBranches }] as const)
    : ([{ text: 'branchInactive', values, link: toBranches }] as const)
}

const discountTexts = {
  draft: 'discountDraft',
  paused: 'discountPaused',
  scheduled: 'discountScheduled',
  expired: 'discountExpired',
  ended: 'discountEnded',
  published: 'discountPublished',
} as const satisfies Record<ShownStatus, string>

function ofDiscount(call: FailedCall, { discount }: RemedyFacts) {
  const id = sentId(call, 'merchantDiscountId')
  if (id === undefined || discount === undefined) return [{ text: 'discountUnread', link: toDiscounts }] as const
  if (discount === null) return [{ text: 'discountUnknown', values: { id }, link: toDiscounts }] as const
  const { name, validFrom, validTo, shownStatus } = discount
  return [
    { text: discountTexts[shownStatus], values: { id, name, from: validFrom, to: validTo }, link: toDiscount(id) },
  ] as const
}

function ofItems({ discount, unknownSkus = [] }: RemedyFacts) {
  const [first] = unknownSkus
  const unknown =
    first === undefined
      ? []
      : ([{ text: 'skusUnknown', values: { skus: unknownSkus.join(', ') }, link: toSku(first) }] as const)
  if (!discount || discount.target === null) {
    return unknown.length > 0 ? unknown : ([{ text: 'itemsOther', link: toSku(undefined) }] as const)
  }
  const values = { name: discount.name, target: discount.target }
  return [...unknown, { text: 'itemsTarget', values, link: toDiscount(discount.id) }] as const
}

function ofMissingItems({ discount }: RemedyFacts) {
  if (!discount || discount.target === null) return [{ text: 'sendItems' }] as const
  const values = { name: discount.name, target: discount.target }
  return [{ text: 'sendItemsOf', values, link: toDiscount(discount.id) }] as const
}

function ofReference({ standing }: RemedyFacts) {
  if (!standing) return [{ text: 'referenceTaken' }] as const
  const values = { reference: standing.reference, code: standing.code, at: standing.expiresAt }
  const link = toStanding(standing)
  if (standing.status === 'Authorized') return [{ text: 'referenceActive', values, link }] as const
  if (standing.status === 'Consumed') return [{ text: 'referenceConsumed', values, link }] as const
  return [{ text: 'referenceFree', values, link }] as const
}

function ofEnded({ standing }: RemedyFacts) {
  if (!standing) return [{ text: 'applyAgain' }] as const
  const link = toStanding(standing)
  return standing.status === 'Released'
    ? ([
        {
          text: 'authorizationReleased',
          values: { code: standing.code, at: standing.endedAt ?? standing.expiresAt },
          link,
        },
      ] as const)
    : ([{ text: 'authorizationExpired', values: { code: standing.code, at: standing.expiresAt }, link }] as const)
}

function ofUsed({ standing }: RemedyFacts) {
  if (!standing || standing.consumptionCode === null) return [{ text: 'alreadyUsed' }] as const
  const values = { code: standing.consumptionCode, reference: standing.reference }
  return [{ text: 'alreadyConsumed', values, link: toStanding(standing) }] as const
}

function ofMissingAuthorization(call: FailedCall, { standing }: RemedyFacts) {
  if (!standing) return [{ text: 'authorizationUnknown' }] as const
  const link = toStanding(standing)
  if (call.reference !== null && call.reference !== standing.reference) {
    const values = { code: standing.code, theirs: standing.reference, sent: call.reference }
    return [{ text: 'authorizationOther', values, link }] as const
  }
  return [{ text: 'authorizationThere', values: { code: standing.code }, link }] as const
}

function ofKey({ standing }: RemedyFacts) {
  if (!standing) return [{ text: 'keyReused' }] as const
  return [{ text: 'keyOfSale', values: { reference: standing.reference }, link: toStanding(standing) }] as const
}

const tokenOperations = ['issueToken', 'revokeToken']

/** D48: what the answer did not say, its merchant may know. */
function ofCredential(call: FailedCall, { credential }: RemedyFacts) {
  const { credentialName: name } = call
  const link = toCredential(call)
  const values = { name: name ?? '' }
  const withToken = call.credential.kind === 'oauth_client' && !tokenOperations.includes(call.operation)
  switch (call.details.reason) {
    case 'wrong_secret':
      return [{ text: 'secretWrong', values, link }] as const
    case 'previous_secret':
      return [{ text: 'secretPrevious', values, link }] as const
    case 'address_not_allowed':
      return [{ text: 'addressNotAllowed', values, link }] as const
    case 'expired':
      if (withToken) return [{ text: 'tokenEnded' }] as const
      return credential?.endedAt
        ? ([{ text: 'keyExpiredAt', values: { ...values, at: credential.endedAt }, link: toIntegrations }] as const)
        : ([{ text: 'keyExpired', values, link: toIntegrations }] as const)
    case 'revoked':
      return withToken
        ? ([{ text: 'tokenEnded' }] as const)
        : ([{ text: 'credentialEnded', values, link: toIntegrations }] as const)
    case 'deleted':
      return [{ text: 'credentialEnded', values, link: toIntegrations }] as const
    default:
      return [{ text: 'credentialCheck', values, link }] as const
  }
}

function ofPermission(call: FailedCall, { credential }: RemedyFacts) {
  const { details, credentialName } = call
  const permission = details.problems?.find(({ problem }) => problem === 'permission')?.values?.permission
  if (permission === undefined) return [{ text: 'permissionCheck', link: toCredential(call) }] as const
  const values = { name: credentialName ?? '', permission }
  // The client has it: its token was asked for with less.
  return credential?.permissions.includes(String(permission))
    ? ([{ text: 'tokenNarrow', values, link: toCredential(call) }] as const)
    : ([{ text: 'permissionLacking', values, link: toCredential(call) }] as const)
}

function ofScope(call: FailedCall, { credential }: RemedyFacts) {
  if (!credential) return [{ text: 'scopeCheck', link: toCredential(call) }] as const
  const values = { name: call.credentialName ?? '', permissions: credential.permissions.join(' ') }
  return [{ text: 'scopeOf', values, link: toCredential(call) }] as const
}

function ofInvalid({ operation, details }: FailedCall) {
  if (tokenOperations.includes(operation)) return [{ text: 'tokenForm' }] as const
  const problems = details.problems?.map(({ problem }) => problem) ?? []
  if (problems.includes('two_credentials')) return [{ text: 'oneCredential' }] as const
  if (problems.includes('identification_type')) return [{ text: 'identificationTypes' }] as const
  return [{ text: 'fixFields' }] as const
}

const remedies = {
  invalid_request: ofInvalid,
  malformed_json: plain('writeJson'),
  idempotency_key_missing: plain('sendKey'),
  idempotency_key_invalid: plain('sendOneKey'),
  reference_in_use: (_, facts) => ofReference(facts),
  items_required: (_, facts) => ofMissingItems(facts),
  no_applicable_items: (_, facts) => ofItems(facts),
  branch_invalid: ofBranch,
  authorization_expired: (_, facts) => ofEnded(facts),
  authorization_already_used: (_, facts) => ofUsed(facts),
  credential_missing: plain('sendCredential'),
  credential_invalid: ofCredential,
  permission_missing: ofPermission,
  merchant_disabled: plain('askOperator'),
  discount_not_available: ofDiscount,
  authorization_not_found: ofMissingAuthorization,
  not_found: plain('checkPath'),
  method_not_allowed: plain('checkMethod'),
  idempotency_key_reused: (_, facts) => ofKey(facts),
  payload_too_large: plain('sendLess'),
  unsupported_media_type: plain('sendJsonType'),
  rate_limited: ({ details }) =>
    details.problems?.some(({ problem }) => problem === 'misses_spent')
      ? ([{ text: 'askFewer' }] as const)
      : ([{ text: 'waitAndRetry' }] as const),
  internal_error: ({ requestId }) => [{ text: 'askSupport', values: { requestId } }] as const,
  service_unavailable: plain('retrySame'),
  invalid_client: ofCredential,
  invalid_scope: ofScope,
  unsupported_grant_type: plain('clientCredentials'),
  temporarily_unavailable: plain('retryToken'),
  server_error: ({ requestId }) => [{ text: 'askSupport', values: { requestId } }] as const,
} as const satisfies Record<FailureCode, (call: FailedCall, facts: RemedyFacts) => readonly Remedy[]>

/** Every code with a remedy: all that a call can be answered with. */
export const failureCodes = Object.keys(remedies) as FailureCode[]

export type RemedyText = ReturnType<(typeof remedies)[FailureCode]>[number]['text']

/** What to do, the nearest first; nothing for a code of another time. */
export function remediesOf(call: FailedCall, facts: RemedyFacts): readonly Remedy<RemedyText>[] {
  const rule = (
    remedies as Readonly<Record<string, (call: FailedCall, facts: RemedyFacts) => readonly Remedy<RemedyText>[]>>
  )[call.code]
  return rule?.(call, facts) ?? []
}
