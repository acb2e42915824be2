import { findOwnCredential } from '@/db/queries/tills/credentials'
import type { Context } from '@/lib/context'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import { assert } from '@/lib/kernel/assert'
import type { CredentialDescription } from './schemas'

export type Installation = Pick<CredentialDescription, 'environment'> & {
  readonly limits: Omit<CredentialDescription['limits'], 'authorizationTtlSeconds'>
}

/** Whose the credential of the call is, what it may do, and the limits that hold (D59). */
export async function describeCredential(
  ctx: Context,
  { environment, limits }: Installation,
): Promise<{ value: CredentialDescription }> {
  const { merchantId, credential } = ctx.actor
  assert(credential, 'a call is made with a credential')
  const row = await findOwnCredential(ctx.db, merchantId, credential)
  return {
    value: {
      merchantName: row.merchantName,
      environment,
      serverTime: row.serverTime.toISOString(),
      credential: {
        kind: credential.kind,
        name: row.name,
        permissions: row.permissions as CredentialPermission[],
        expiresAt: row.expiresAt?.toISOString() ?? null,
      },
      branches: row.branches,
      limits: {
        perMinute: row.callsPerMinute ?? limits.perMinute,
        burst: row.callsBurst ?? limits.burst,
        missesPerMinute: row.missesPerMinute ?? limits.missesPerMinute,
        authorizationTtlSeconds: ctx.authorizationTtlSeconds,
      },
    },
  }
}
