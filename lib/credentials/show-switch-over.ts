import { findOAuthClientOf, lockOAuthClient } from '@/db/queries/offices/oauth-clients'
import {
  dismissSwitchOver as dismiss,
  findFormerTokens,
  listFormerSecretUses,
  listTerminalsOf,
} from '@/db/queries/offices/switch-over'
import { attempt } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { integrationsPermission } from './permissions'
import { type SwitchState, seenAtOf, switchStateOf, switchStates } from './switch-over'
import { refuseDeleted } from './views'

/** A till of the client, and where it stands. */
export type SwitchingTill = {
  readonly id: number
  readonly name: string
  readonly branch: string | null
  readonly state: SwitchState
  readonly seenAt: Date | null
  /** From where it presented the former secret, or called last. */
  readonly address: string | null
}

/** The change of a client's secret, from its rotation until every till has come to the new one. */
export type SwitchOver = {
  readonly rotatedAt: Date
  /** The worst first, then by branch and name. */
  readonly tills: readonly SwitchingTill[]
  readonly counts: Readonly<Record<SwitchState, number>>
  /** Until when tokens of the former secret live; null when none does. */
  readonly formerUntil: Date | null
  /** From where the former secret was presented since, the last first, at most 20 addresses. */
  readonly formerUses: readonly { readonly address: string | null; readonly times: number; readonly lastAt: Date }[]
}

/** A rotation of longer ago is not watched any more: who has not come by then is a silent till, not a late one. */
const watchedForMs = 30 * 86_400_000

/** A former secret that nobody presented for so long is gone. */
const quietForMs = 86_400_000

/**
 * How the tills of a client come to its new secret; undefined when there is nothing to watch: it was never rotated or longer than 30 days
 * ago, somebody dismissed it, or all are over, no token of the former secret lives and nobody presented it for a day. Throws `permission_missing`, `not_found`.
 */
export async function showSwitchOver(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  id: number,
  now: Date,
): Promise<SwitchOver | undefined> {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const client = await findOAuthClientOf(db, merchantId, id)
  if (!client) throw new OfficeFault('not_found')
  const { rotatedAt, deletedAt, switchOverDismissedAt } = client
  if (rotatedAt === null || deletedAt !== null || now.getTime() - rotatedAt.getTime() > watchedForMs) return undefined
  if (switchOverDismissedAt !== null && switchOverDismissedAt >= rotatedAt) return undefined
  const [rows, former, formerUses] = await Promise.all([
    listTerminalsOf(db, merchantId, { kind: 'oauth_client', ids: [id] }),
    findFormerTokens(db, merchantId, id, rotatedAt),
    listFormerSecretUses(db, merchantId, id, rotatedAt),
  ])
  const tills = rows
    .map((row): SwitchingTill => {
      const state = switchStateOf(row, rotatedAt)
      const name = row.name ?? (row.terminal === '' ? row.fromAddress : row.terminal)
      const address = state === 'refused' ? row.refusedAddress : row.address
      return { id: row.id, name, branch: row.branchName, state, seenAt: seenAtOf(row, state), address }
    })
    .toSorted((one, other) => switchStates.indexOf(one.state) - switchStates.indexOf(other.state))
  const countOf = (state: SwitchState) => tills.filter((till) => till.state === state).length
  const counts = {
    refused: countOf('refused'),
    former: countOf('former'),
    unheard: countOf('unheard'),
    switched: countOf('switched'),
  }
  const isQuiet = formerUses.every(({ lastAt }) => now.getTime() - lastAt.getTime() > quietForMs)
  if (former.until === null && counts.switched === tills.length && isQuiet) return undefined
  return { rotatedAt, tills, counts, formerUntil: former.until, formerUses }
}

/**
 * Ends the watching of a rotation, for everybody. Throws `not_found`, `already_deleted`, and `rotated_again` when there was another
 * rotation since.
 */
export function dismissSwitchOver(ctx: OfficeContext, asked: { id: number; rotatedAt: Date }): Promise<void> {
  const { merchantId } = ctx.member
  const change = {
    permission: integrationsPermission,
    action: 'oauth_client.switched',
    subject: { type: 'oauth_client', id: asked.id },
    lock: (tx: Parameters<typeof lockOAuthClient>[0]) => lockOAuthClient(tx, merchantId, asked.id),
  } as const
  return attempt(ctx, change, async ({ tx, record }) => {
    const client = await findOAuthClientOf(tx, merchantId, asked.id)
    if (!client) throw new OfficeFault('not_found')
    refuseDeleted(client)
    const { name } = client
    if (!(await dismiss(tx, merchantId, asked.id, asked.rotatedAt)))
      throw new OfficeFault('rotated_again', { values: { name } })
    await record({ name })
  })
}
