import { findCertificate } from '@/db/queries/offices/certification'
import type { AccountContext } from '@/lib/context'
import { standingOf } from './certificate-standing'
import type { CertificateState } from './state'

export type CertificateView = {
  readonly code: string
  readonly merchant: string
  readonly adapter: string
  readonly planVersion: number
  readonly issuedAt: Date
  readonly validUntil: Date
  readonly state: CertificateState
}

/**
 * What anybody may know of a certificate who has its code: the adapter, the plan, its days, and for whose shop it was run. Nothing of
 * the merchant but its name, and no call. Undefined for a code that no certificate has.
 */
export async function showCertificate(
  { db, now }: Pick<AccountContext, 'db' | 'now'>,
  code: string,
): Promise<CertificateView | undefined> {
  const found = await findCertificate(db, code)
  if (found?.code == null || found.endedAt === null || found.validUntil === null) return undefined
  const { merchant, adapter, planVersion, endedAt, validUntil } = found
  const { state } = await standingOf(db, { ...found, endedAt, validUntil }, now())
  return { code: found.code, merchant, adapter: adapter ?? '', planVersion, issuedAt: endedAt, validUntil, state }
}
