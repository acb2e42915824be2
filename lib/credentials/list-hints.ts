import {
  callsReadMax,
  listBranchesOfSales,
  listCredentialsOfDeparted,
  listUsesOfCalls,
  sumWrongSecrets,
} from '@/db/queries/offices/credential-hints'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { type Hint, hintsOf } from './hints'
import type { listCredentials } from './list-credentials'
import { integrationsPermission } from './permissions'

/** What is worth mending in the member's merchant's credentials, which were just listed. Throws `permission_missing`. */
export async function listHints(
  ctx: OfficeContext,
  { apiKeys, oauthClients }: Awaited<ReturnType<typeof listCredentials>>,
  now: Date,
): Promise<Hint[]> {
  const { db, member } = ctx
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const live = [
    ...apiKeys.credentials
      .filter(({ status }) => status === 'live')
      .map((key) => ({ ...key, kind: 'api_key' as const, lastUsedAt: key.lastUsedAt, expiresAt: key.expiresAt })),
    ...oauthClients.credentials
      .filter(({ status }) => status === 'live')
      .map((client) => ({
        ...client,
        kind: 'oauth_client' as const,
        lastUsedAt: latest(client.lastUsedAt, client.lastTokenAt),
        expiresAt: null,
      })),
  ]
  if (live.length === 0) return []
  const [branches, departed, wrongSecrets, uses] = await Promise.all([
    listBranchesOfSales(db, merchantId),
    listCredentialsOfDeparted(db, merchantId),
    sumWrongSecrets(db, merchantId),
    listUsesOfCalls(db, merchantId),
  ])
  const calls = uses.reduce((sum, one) => sum + one.calls, 0)
  return hintsOf(now, live, { branches, departed, wrongSecrets, uses: calls > callsReadMax ? undefined : uses })
}

const latest = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b.getTime() > a.getTime()) ? b : a
