import { randomBytes } from 'node:crypto'
import { listActivePeople, listActivity as listActivityRecords } from '@/db/queries/offices/activity'
import { listEventsOf } from '@/db/queries/offices/audit-events'
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
import { merchantPermissions } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { trails } from '@/lib/audit/activity'
import { exportActivity, listActivity } from '@/lib/audit/list-activity'
import { type Cases, exempt, of, own, rowsOf } from './matrix'

const everything = {
  days: undefined,
  nouns: undefined,
  outcome: undefined,
  before: undefined,
  after: undefined,
  limit: 50,
}

export const cases: Cases = {
  'db/queries/offices/activity#listActivity': of(({ tx, mine }, { userId }) =>
    listActivityRecords(tx, { merchantId: mine.merchantId }, { ...everything, userId }),
  ),
  'db/queries/offices/activity#listActivePeople': own(({ tx, mine }) =>
    listActivePeople(tx, { merchantId: mine.merchantId }),
  ),
  'db/queries/offices/audit-events#listEventsOf': of(({ tx, mine }, { apiKeyId }) =>
    listEventsOf(tx, mine.merchantId, { type: 'api_key', id: apiKeyId }, 10),
  ),
  'lib/audit/list-activity#listActivity': own(({ ctx }) => listActivity(ctx, trails.merchant.filterOf({}))),
  'lib/audit/list-activity#exportActivity': of(({ ctx }, { userId }) =>
    rowsOf(exportActivity(ctx, trails.merchant.filterOf({ person: String(userId) }))),
  ),

  'db/queries/offices/memberships#listMembers': own(({ tx, mine }) => listMembers(tx, { merchantId: mine.merchantId })),
  'db/queries/offices/memberships#listHolders': own(({ tx, mine }) =>
    listHolders(tx, { merchantId: mine.merchantId }, 'merchant.team.manage'),
  ),
  'db/queries/offices/memberships#findMembership': of(({ tx, mine }, { userId }) =>
    findMembership(tx, { merchantId: mine.merchantId }, userId),
  ),
  'db/queries/offices/memberships#deleteMembership': of(({ tx, mine }, { memberId }) =>
    deleteMembership(tx, { merchantId: mine.merchantId }, memberId),
  ),
  'db/queries/offices/memberships#upsertMembership': exempt(
    'it makes a stranger a member, which the link of an invitation allows',
  ),

  'db/queries/offices/invitations#insertInvitation': own(({ tx, mine }) =>
    insertInvitation(
      tx,
      { merchantId: mine.merchantId },
      {
        email: 'otra@example.com',
        permissions: [],
        tokenHash: randomBytes(32),
        invitedBy: mine.userId,
        days: 7,
      },
    ),
  ),
  'db/queries/offices/invitations#countOpenInvitations': own(({ tx, mine }) =>
    countOpenInvitations(tx, { merchantId: mine.merchantId }),
  ),
  'db/queries/offices/invitations#listPendingInvitations': own(({ tx, mine }) =>
    listPendingInvitations(tx, { merchantId: mine.merchantId }),
  ),
  'db/queries/offices/invitations#withdrawInvitation': of(({ tx, mine }, { invitationId }) =>
    withdraw(tx, { merchantId: mine.merchantId }, invitationId),
  ),

  'db/queries/offices/invitations#withdrawInvitationsBeyond': of(({ tx, mine }, { userId }) =>
    withdrawInvitationsBeyond(tx, { merchantId: mine.merchantId }, userId, []),
  ),

  'lib/attempts/attempt-change#attempt': exempt('it runs what its callers here ask'),
  'lib/attempts/attempt-change#attemptView': exempt('it runs what its callers here ask'),

  'lib/accounts/list-team#listTeam': own(({ ctx }) => listTeam(ctx)),
  'lib/accounts/invite-member#inviteMember': own(({ ctx }) =>
    inviteMember(ctx, { email: 'otra@example.com', permissions: ['merchant.team.manage'] }),
  ),
  'lib/accounts/change-member#changeMember': of(({ ctx }, { memberId: userId }) =>
    changeMember(ctx, { userId, seen: writePermissions(merchantPermissions), permissions: ['merchant.team.manage'] }),
  ),
  'lib/accounts/change-member#removeMember': of(({ ctx }, { memberId: userId }) =>
    removeMember(ctx, { userId, seen: writePermissions(merchantPermissions) }),
  ),
  'lib/accounts/invite-member#withdrawInvitation': of(({ ctx }, { invitationId }) =>
    withdrawInvitation(ctx, { invitationId }),
  ),
}
