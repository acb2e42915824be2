import type { OfficeDb, OfficeTx } from '@/db/office'
import { listKeptCalls } from '@/db/queries/offices/api-requests'
import { referenceOf } from '@/lib/credentials/reference'
import type { RequestDetails } from '@/lib/requests/request'
import { viewOf } from '@/lib/requests/views'
import { type QualityCheck, qualityOf, suspends, weekMs } from './quality'
import { type CertificateState, certificateStateOf } from './state'

export type Standing = {
  readonly state: CertificateState
  /** For which checks it is suspended. */
  readonly brokenBy: readonly QualityCheck[]
}

/** The newest calls that a certificate is looked at by: anybody may ask for its page. */
const lookedAtMax = 5_000

/** Those that the checks which suspend are about. */
const writes = ['applyDiscount', 'registerConsumption'] as const

/**
 * What a certificate is worth at a moment: suspended while the calls of its credential of the last seven days, since it was issued, break
 * what it rests on; valid again when they no longer do. It is told from the calls that are kept, so that nothing has to be written for it.
 */
export async function standingOf(
  db: OfficeDb | OfficeTx,
  certificate: {
    readonly merchantId: number
    readonly apiKeyId: number | null
    readonly oauthClientId: number | null
    readonly endedAt: Date
    readonly validUntil: Date
    readonly suspendedAt: Date | null
  },
  now: Date,
): Promise<Standing> {
  const state = certificateStateOf(certificate, now)
  if (state !== 'valid') return { state, brokenBy: [] }
  const from = new Date(Math.max(now.getTime() - weekMs, certificate.endedAt.getTime()))
  const credential = referenceOf(certificate)
  const rows = await listKeptCalls(db, certificate.merchantId, {
    ...{ from, credential, operations: writes, limit: lookedAtMax },
  })
  const brokenBy = suspends(qualityOf(rows.map((row) => ({ ...viewOf(row), details: row.details as RequestDetails }))))
  return { state: brokenBy.length > 0 ? 'suspended' : 'valid', brokenBy }
}
