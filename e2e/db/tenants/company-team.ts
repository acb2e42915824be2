import { randomBytes } from 'node:crypto'
import { listActivePeople, listActivity as listActivityRecords } from '@/db/queries/offices/activity'
import {
  countOpenInvitations,
  insertInvitation,
  listPendingInvitations,
  withdrawInvitation as withdraw,
  withdrawInvitationsBeyond,
} from '@/db/queries/offices/invitations'
import { deleteMembership, findMembership, listHolders, listMembers } from '@/db/queries/offices/memberships'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { listTeam } from '@/lib/accounts/list-team'
import { companyPermissions } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { trails } from '@/lib/audit/activity'
import { exportActivity, listActivity } from '@/lib/audit/list-activity'
import { type Cases, inCompany, of, own, rowsOf } from './matrix'
import type { Tenant } from './tenant'

/** What a company asks of its team and its trail by the functions that a merchant asks too (`team.ts`). */

const company = ({ companyId }: Tenant) => ({ companyId })
const { filterOf } = trails.company
const seen = writePermissions(companyPermissions)

export const cases: Cases = inCompany({
  'db/queries/offices/activity#listActivity': of(({ tx, mine }, { companyUserId: userId }) =>
    listActivityRecords(tx, company(mine), {
      ...{ days: undefined, nouns: undefined, outcome: undefined, before: undefined, after: undefined },
      limit: 50,
      userId,
    }),
  ),
  'db/queries/offices/activity#listActivePeople': own(({ tx, mine }) => listActivePeople(tx, company(mine))),
  'lib/audit/list-activity#listActivity': own(({ companyCtx }) => listActivity(companyCtx, filterOf({}))),
  'lib/audit/list-activity#exportActivity': of(({ companyCtx }, { companyUserId }) =>
    rowsOf(exportActivity(companyCtx, filterOf({ person: String(companyUserId) }))),
  ),

  'db/queries/offices/memberships#listMembers': own(({ tx, mine }) => listMembers(tx, company(mine))),
  'db/queries/offices/memberships#listHolders': own(({ tx, mine }) =>
    listHolders(tx, company(mine), 'company.team.manage'),
  ),
  'db/queries/offices/memberships#findMembership': of(({ tx, mine }, { companyUserId }) =>
    findMembership(tx, company(mine), companyUserId),
  ),
  'db/queries/offices/memberships#deleteMembership': of(({ tx, mine }, { companyMemberId }) =>
    deleteMembership(tx, company(mine), companyMemberId),
  ),

  'db/queries/offices/invitations#insertInvitation': own(({ tx, mine }) =>
    insertInvitation(tx, company(mine), {
      email: 'otra@example.com',
      permissions: [],
      tokenHash: randomBytes(32),
      invitedBy: mine.companyUserId,
      days: 7,
    }),
  ),
  'db/queries/offices/invitations#countOpenInvitations': own(({ tx, mine }) => countOpenInvitations(tx, company(mine))),
  'db/queries/offices/invitations#listPendingInvitations': own(({ tx, mine }) =>
    listPendingInvitations(tx, company(mine)),
  ),
  'db/queries/offices/invitations#withdrawInvitation': of(({ tx, mine }, { companyInvitationId }) =>
    withdraw(tx, company(mine), companyInvitationId),
  ),
  'db/queries/offices/invitations#withdrawInvitationsBeyond': of(({ tx, mine }, { companyUserId }) =>
    withdrawInvitationsBeyond(tx, company(mine), companyUserId, []),
  ),

  'lib/accounts/list-team#listTeam': own(({ companyCtx }) => listTeam(companyCtx)),
  'lib/accounts/invite-member#inviteMember': own(({ companyCtx }) =>
    inviteMember(companyCtx, { email: 'otra@example.com', permissions: ['company.team.manage'] }),
  ),
  'lib/accounts/change-member#changeMember': of(({ companyCtx }, { companyMemberId: userId }) =>
    changeMember(companyCtx, { userId, seen, permissions: ['company.team.manage'] }),
  ),
  'lib/accounts/change-member#removeMember': of(({ companyCtx }, { companyMemberId: userId }) =>
    removeMember(companyCtx, { userId, seen }),
  ),
  'lib/accounts/invite-member#withdrawInvitation': of(({ companyCtx }, { companyInvitationId: invitationId }) =>
    withdrawInvitation(companyCtx, { invitationId }),
  ),
})
