import { findApiKeyOf } from '@/db/queries/offices/api-keys'
import { findBranch } from '@/db/queries/offices/branches'
import { findDiscount } from '@/db/queries/offices/discounts'
import { findOAuthClientOf } from '@/db/queries/offices/oauth-clients'
import {
  findStandingByCode,
  findStandingByKey,
  findStandingByReference,
  listKnownSkus,
} from '@/db/queries/offices/request-facts'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { viewDiscount } from '@/lib/discounts/views'
import {
  type FailedCall,
  type FailureCode,
  type Remedy,
  type RemedyFacts,
  type RemedyText,
  remediesOf,
  sentCode,
  sentId,
  sentSkus,
} from './remedy'
import type { RequestPageView } from './show-request'

type Reader = Pick<OfficeContext, 'db' | 'member'>
type Find = (reader: Reader, call: FailedCall) => Promise<RemedyFacts>

/**
 * What the member can do about a call that failed, with what its merchant's rows say now. Of another merchant's rows it
 * knows nothing: what a call named of theirs is told as not there. Throws `permission_missing`.
 */
export async function findRemedies(reader: Reader, view: RequestPageView): Promise<readonly Remedy<RemedyText>[]> {
  requirePermission(reader.member, integrationsPermission)
  const { code } = view
  if (code === null) return []
  const call = { ...view, code }
  return remediesOf(call, (await (finders as Partial<Record<string, Find>>)[code]?.(reader, call)) ?? {})
}

const finders = {
  branch_invalid: branchOf,
  discount_not_available: discountOf,
  items_required: discountOf,
  no_applicable_items: async (reader, call) => ({
    ...(await discountOf(reader, call)),
    ...(await skusOf(reader, call)),
  }),
  reference_in_use: async ({ db, member }, { reference }) =>
    reference === null ? {} : { standing: await orNull(findStandingByReference(db, member.merchantId, reference)) },
  authorization_expired: standingOf,
  authorization_already_used: standingOf,
  authorization_not_found: standingOf,
  idempotency_key_reused: async ({ db, member }, { details: { idempotencyKey } }) =>
    idempotencyKey === undefined
      ? {}
      : { standing: await orNull(findStandingByKey(db, member.merchantId, idempotencyKey)) },
  credential_invalid: credentialOf,
  permission_missing: credentialOf,
  invalid_client: credentialOf,
  invalid_scope: credentialOf,
} as const satisfies Partial<Record<FailureCode, Find>>

const orNull = async <Row>(row: Promise<Row | undefined>): Promise<Row | null> => (await row) ?? null

async function branchOf({ db, member }: Reader, call: FailedCall): Promise<RemedyFacts> {
  const id = sentId(call, 'branchId')
  return id === undefined ? {} : { branch: await orNull(findBranch(db, member.merchantId, id)) }
}

async function discountOf({ db, member }: Reader, call: FailedCall): Promise<RemedyFacts> {
  const id = sentId(call, 'merchantDiscountId')
  if (id === undefined) return {}
  const row = await findDiscount(db, member.merchantId, id)
  if (row === undefined) return { discount: null }
  const { name, validFrom, validTo, shownStatus, categoryName, articleName } = viewDiscount(row)
  return { discount: { id, name, shownStatus, validFrom, validTo, target: categoryName ?? articleName } }
}

async function skusOf({ db, member }: Reader, call: FailedCall): Promise<RemedyFacts> {
  const sent = sentSkus(call)
  if (sent.length === 0) return {}
  const known = new Set(await listKnownSkus(db, member.merchantId, sent))
  return { unknownSkus: sent.filter((sku) => !known.has(sku)) }
}

/** By the code where one was sent, and else by the reference. */
async function standingOf({ db, member }: Reader, call: FailedCall): Promise<RemedyFacts> {
  const code = sentCode(call)
  if (code !== undefined) return { standing: await orNull(findStandingByCode(db, member.merchantId, code)) }
  if (call.reference === null) return {}
  return { standing: await orNull(findStandingByReference(db, member.merchantId, call.reference)) }
}

async function credentialOf({ db, member }: Reader, { credential: { kind, id } }: FailedCall): Promise<RemedyFacts> {
  if (kind === 'api_key') {
    const key = await findApiKeyOf(db, member.merchantId, id)
    return { credential: key ? { permissions: key.permissions, endedAt: key.revokedAt ?? key.expiresAt } : null }
  }
  const client = await findOAuthClientOf(db, member.merchantId, id)
  return { credential: client ? { permissions: client.permissions, endedAt: client.deletedAt } : null }
}
