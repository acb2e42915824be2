import { listViews, type SupportViewRecord } from '@/db/queries/offices/support-views'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { CompanyMember, Member, OperatorContext, TeamOfficeContext } from '@/lib/context'
import { supportPermission } from './permission'

const shownMax = 50

/** A look of the operator into an office, as that office reads it: never who of the operator it was. */
export type OwnView = Pick<
  SupportViewRecord,
  'id' | 'ticket' | 'reason' | 'startedAt' | 'endsAt' | 'endedAt' | 'endReason' | 'isLive'
>

/** The operator's last looks into one's own office. */
export async function listOwnViews({
  db,
  member,
}: Pick<TeamOfficeContext, 'db'> & { readonly member: Member | CompanyMember }): Promise<OwnView[]> {
  const rows = await listViews(db, member, shownMax)
  return rows.map(({ id, ticket, reason, startedAt, endsAt, endedAt, endReason, isLive }) => ({
    id,
    ticket,
    reason,
    startedAt,
    endsAt,
    endedAt,
    endReason,
    isLive,
  }))
}

/** The operator's last looks into every office, with who it was. Throws `permission_missing`. */
export async function listAllViews({ db, member }: OperatorContext): Promise<readonly SupportViewRecord[]> {
  requirePermission(member, supportPermission)
  return listViews(db, undefined, shownMax)
}
