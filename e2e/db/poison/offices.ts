import { randomBytes } from 'node:crypto'
import { listOperators, listTenants } from '@/db/queries/offices/activity'
import { findNamed } from '@/db/queries/offices/affiliation-parties'
import * as affiliations from '@/db/queries/offices/affiliation-proposals'
import { listExpiryWarningsDue } from '@/db/queries/offices/api-keys'
import * as approvals from '@/db/queries/offices/approvals'
import * as auditDays from '@/db/queries/offices/audit-days'
import { insertGrantsOf } from '@/db/queries/offices/benefits'
import * as certification from '@/db/queries/offices/certification'
import { findEmployedElsewhere } from '@/db/queries/offices/collaborator-imports'
import * as links from '@/db/queries/offices/collaborator-links'
import * as visits from '@/db/queries/offices/collaborator-sessions'
import { findCalendarReader, replaceCalendar } from '@/db/queries/offices/expiry-calendars'
import * as handOffs from '@/db/queries/offices/hand-offs'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import { findOpenInvitation, spendInvitation, withdrawInvitationsOfCommand } from '@/db/queries/offices/invitations'
import * as devices from '@/db/queries/offices/known-devices'
import * as mails from '@/db/queries/offices/mails'
import { listAffiliationsOf, lockOperator, upsertMembership } from '@/db/queries/offices/memberships'
import * as network from '@/db/queries/offices/network'
import * as resets from '@/db/queries/offices/password-resets'
import * as recovery from '@/db/queries/offices/recovery-codes'
import * as sandbox from '@/db/queries/offices/sandbox'
import * as faults from '@/db/queries/offices/sandbox-faults'
import * as sessions from '@/db/queries/offices/sessions'
import { listMerchantsToJudge } from '@/db/queries/offices/silences'
import * as supportViews from '@/db/queries/offices/support-views'
import * as throttles from '@/db/queries/offices/throttles'
import * as users from '@/db/queries/offices/users'
import { addDays } from '@/lib/language/days'
import { comparedWith, judgedAt } from '@/lib/terminals/silence'
import { factories } from '../../fixtures/factories'
import type { Lines, World } from './world'

const bytes = () => randomBytes(32)
const nobody = { address: null, userAgent: null }
const limits = { free: 1, firstWaitSeconds: 60, longestWaitSeconds: 600 }

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('it was made a moment ago')
  return value
}

const emailOf = ({ mine }: World) => `${mine.mark.toLowerCase()}@example.com`

const link = async (w: World) => {
  const tokenHash = bytes()
  const sent = { collaboratorId: w.mine.collaboratorId, email: emailOf(w), tokenHash, address: null }
  await links.insertLinks(w.tx, [sent], 15)
  const { id } = found(await links.findOpenLink(w.tx, tokenHash))
  return { id, tokenHash }
}

const visit = async (w: World) => {
  const tokenHash = bytes()
  const session = { collaboratorId: w.mine.collaboratorId, email: emailOf(w), tokenHash, ...nobody }
  await visits.insertCollaboratorSession(w.tx, session, 7)
  return { tokenHash, ...found(await visits.findCollaboratorSession(w.office.db, tokenHash, 7)) }
}

const handOff = (w: World) => ({
  ...{
    credential: { kind: 'api_key' as const, id: w.mine.apiKeyId },
    handleHash: bytes(),
    ciphertext: randomBytes(100),
  },
  ...{ branchId: null, terminal: null, hours: 1, createdBy: w.mine.userId },
})

const session = async (w: World) => {
  const tokenHash = bytes()
  const id = await sessions.insertSession(w.tx, { userId: w.mine.userId, tokenHash, hours: 1, ...nobody })
  return { id, tokenHash }
}

const approval = (w: World) =>
  approvals.insertApproval(w.tx, { kind: 'invite_operator', payload: {}, proposedBy: w.mine.userId })

const invitation = async (w: World) => {
  const tokenHash = bytes()
  await w.sql`update invitations set token_hash = ${tokenHash} where id = ${w.mine.invitationId}`
  return tokenHash
}

const reset = async (w: World) => {
  const tokenHash = bytes()
  await resets.insertPasswordReset(w.tx, { userId: w.mine.userId, tokenHash, minutes: 30, address: null })
  return { tokenHash, ...found(await resets.findOpenReset(w.office.db, tokenHash)) }
}

const recoveryCode = async (w: World) => {
  await recovery.replaceRecoveryCodes(w.tx, w.mine.userId, [{ prefix: 'abcd', codeHash: 'hash' }])
  return found(await recovery.findUnusedRecoveryCode(w.office.db, w.mine.userId, 'abcd'))
}

const mail = async (w: World) => {
  const written = { kind: 'test', recipient: emailOf(w), subject: 'Prueba', textBody: 'Hola' }
  await mails.insertMails(w.tx, [written])
  return found(await mails.takeDueMail(w.office.db))
}

const onceKeyOf = ({ mine }: World) => `test:${mine.mark}`

const reminder = (w: World) =>
  mails.insertMails(w.tx, [
    {
      kind: 'test',
      recipient: emailOf(w),
      subject: 'Prueba',
      textBody: 'Hola',
      onceKey: onceKeyOf(w),
      afterSeconds: 60,
    },
  ])

const totp = async (w: World) => {
  const sealed = { sealed: bytes(), generation: 1 }
  await users.setPendingTotp(w.tx, w.mine.userId, sealed)
  return sealed
}

const enrolled = async (w: World) => {
  const sealed = await totp(w)
  await users.confirmPendingTotp(w.tx, w.mine.userId, sealed, 1)
  return sealed
}

/** The tenant's merchant and a company that is not affiliated to it, with a proposal of the merchant to it that is open. */
const proposed = async (w: World) => {
  const pair = await strangers(w)
  await affiliations.insertProposal(w.tx, pair, {
    proposedBy: 'merchant',
    createdByUserId: w.mine.userId,
    message: null,
  })
  return pair
}

const strangers = async ({ sql, mine }: World) => {
  const { id } = await factories(sql).company()
  return { merchantId: mine.merchantId, companyId: id }
}

const deviceBounds = { days: 90, most: 20 }
const ownerOf = (w: World): devices.DeviceOwner => ({ purpose: 'office', email: emailOf(w) })

const device = async (w: World) => {
  const tokenHash = bytes()
  await devices.upsertKnownDevice(w.tx, ownerOf(w), { tokenHash, secondStep: true }, deviceBounds)
  return tokenHash
}

const armed = { kind: 'lost', operation: null, seconds: null, times: 2, until: new Date('2100-01-01T00:00:00Z') }

export const officeLines: Lines = {
  'db/queries/offices/known-devices#upsertKnownDevice': (w) => () =>
    devices.upsertKnownDevice(w.tx, ownerOf(w), { tokenHash: bytes(), secondStep: true }, deviceBounds),
  'db/queries/offices/known-devices#findKnownDevice': async (w) => {
    const tokenHash = await device(w)
    return () => devices.findKnownDevice(w.office.db, ownerOf(w), tokenHash, deviceBounds)
  },
  'db/queries/offices/known-devices#changeDeviceToken': async (w) => {
    const tokenHash = await device(w)
    return () => devices.changeDeviceToken(w.tx, tokenHash, bytes())
  },
  'db/queries/offices/known-devices#forgetDevices': (w) => () => devices.forgetDevices(w.tx, ownerOf(w)),
  'db/queries/offices/known-devices#forgetDeviceFailures': (w) => () =>
    devices.forgetDeviceFailures(w.tx, 'sign_in', ownerOf(w)),
  'db/queries/offices/known-devices#sweepKnownDevices': (w) => () =>
    devices.sweepKnownDevices(w.office.db, deviceBounds),
  'db/queries/offices/affiliation-proposals#insertProposal': async (w) => {
    const pair = await strangers(w)
    return () =>
      affiliations.insertProposal(w.tx, pair, { proposedBy: 'merchant', createdByUserId: w.mine.userId, message: null })
  },
  'db/queries/offices/affiliation-proposals#findOpenProposal': async (w) => {
    const pair = await proposed(w)
    return () => affiliations.findOpenProposal(w.tx, pair)
  },
  'db/queries/offices/affiliation-proposals#findRecentDecline': async (w) => {
    const pair = await proposed(w)
    await w.sql`update affiliation_requests set outcome = 'declined', ended_at = now(), ended_by_user_id = ${w.mine.userId}
      where merchant_id = ${pair.merchantId} and company_id = ${pair.companyId}`
    return () => affiliations.findRecentDecline(w.tx, pair, 'merchant', 30)
  },
  'db/queries/offices/affiliation-proposals#insertAffiliation': async (w) => {
    const pair = await strangers(w)
    return () => affiliations.insertAffiliation(w.tx, pair)
  },
  'db/queries/offices/affiliation-parties#findNamed': (w) => () =>
    findNamed(w.tx, 'company', { legalId: w.mine.mark, name: w.mine.company }),
  'db/queries/offices/api-keys#listExpiryWarningsDue': async (w) => {
    await w.sql`update api_keys set expires_at = now() + interval '6 days' where id = ${w.mine.apiKeyId}`
    return () => listExpiryWarningsDue(w.office.db, 100).then((rows) => rows.slice(0, 1))
  },
  'db/queries/offices/benefits#insertGrantsOf': (w) => () =>
    insertGrantsOf(w.tx, w.mine.companyId, w.mine, [w.mine.typeId]),
  'db/queries/offices/collaborator-imports#findEmployedElsewhere': async (w) => {
    const [row] = await w.sql<{ type: number; hmac: Buffer }[]>`
      select identification_type_id as type, identification_hmac as hmac from collaborators where id = ${w.mine.collaboratorId}`
    const { type, hmac } = found(row)
    return () => findEmployedElsewhere(w.tx, 0, [{ identificationTypeId: type, hmac: hmac.toString('hex') }])
  },
  'db/queries/offices/collaborator-links#findCollaboratorsByEmail': (w) => () =>
    links.findCollaboratorsByEmail(w.tx, emailOf(w), 5),
  'db/queries/offices/collaborator-links#insertLinks': (w) => () => {
    const sent = { collaboratorId: w.mine.collaboratorId, email: emailOf(w), tokenHash: bytes(), address: null }
    return links.insertLinks(w.tx, [sent], 15)
  },
  'db/queries/offices/collaborator-links#findOpenLink': async (w) => {
    const { tokenHash } = await link(w)
    return () => links.findOpenLink(w.tx, tokenHash)
  },
  'db/queries/offices/collaborator-links#spendLinks': async (w) => {
    const { id } = await link(w)
    return () => links.spendLinks(w.tx, id, w.mine.collaboratorId)
  },
  'db/queries/offices/collaborator-links#sweepCollaboratorAccess': (w) => () =>
    links.sweepCollaboratorAccess(w.office.db),
  'db/queries/offices/collaborator-sessions#insertCollaboratorSession': (w) => () => {
    const made = { collaboratorId: w.mine.collaboratorId, email: emailOf(w), tokenHash: bytes(), ...nobody }
    return visits.insertCollaboratorSession(w.tx, made, 7)
  },
  'db/queries/offices/collaborator-sessions#findCollaboratorSession': async (w) => {
    const { tokenHash } = await visit(w)
    return () => visits.findCollaboratorSession(w.office.db, tokenHash, 7)
  },
  'db/queries/offices/collaborator-sessions#touchCollaboratorSession': async (w) => {
    const { sessionId } = await visit(w)
    return () => visits.touchCollaboratorSession(w.office.db, sessionId)
  },
  'db/queries/offices/collaborator-sessions#endCollaboratorSession': async (w) => {
    const { tokenHash } = await visit(w)
    return () => visits.endCollaboratorSession(w.office.db, tokenHash)
  },
  'db/queries/offices/identification-types#listIdentificationTypes': (w) => async () =>
    await listIdentificationTypes(w.tx),
  'db/queries/offices/invitations#findOpenInvitation': async (w) => {
    const tokenHash = await invitation(w)
    return () => findOpenInvitation(w.tx, tokenHash)
  },
  'db/queries/offices/invitations#spendInvitation': (w) => () =>
    spendInvitation(w.tx, w.mine.invitationId, w.mine.memberId),
  'db/queries/offices/mails#insertMails': (w) => () =>
    mails.insertMails(w.tx, [{ kind: 'test', recipient: emailOf(w), subject: 'Prueba', textBody: 'Hola' }]),
  'db/queries/offices/mails#takeDueMail': async (w) => {
    await mail(w)
    await w.sql`update mails set next_attempt_at = now() - interval '1 day' where recipient = ${emailOf(w)}`
    return () => mails.takeDueMail(w.office.db)
  },
  'db/queries/offices/mails#findWaitingMail': async (w) => {
    await reminder(w)
    return () => mails.findWaitingMail(w.office.db, onceKeyOf(w))
  },
  'db/queries/offices/mails#withdrawMail': async (w) => {
    await reminder(w)
    return () => mails.withdrawMail(w.tx, onceKeyOf(w))
  },
  'db/queries/offices/mails#freeOnceKey': async (w) => {
    await reminder(w)
    return () => mails.freeOnceKey(w.tx, onceKeyOf(w))
  },
  'db/queries/offices/mails#markMailSent': async (w) => {
    const { id } = await mail(w)
    return () => mails.markMailSent(w.office.db, id)
  },
  'db/queries/offices/mails#markMailFailed': async (w) => {
    const { id } = await mail(w)
    return () => mails.markMailFailed(w.office.db, id, 'no such mailbox', true)
  },
  'db/queries/offices/memberships#listAffiliationsOf': (w) => () => listAffiliationsOf(w.tx, w.mine.userId),
  'db/queries/offices/invitations#withdrawInvitationsOfCommand': (w) => () => withdrawInvitationsOfCommand(w.tx),
  'db/queries/offices/activity#listTenants': (w) => () => listTenants(w.office.db),
  'db/queries/offices/activity#listOperators': (w) => () => listOperators(w.office.db),
  'db/queries/offices/audit-days#lockAuditDays': (w) => () => auditDays.lockAuditDays(w.tx),
  'db/queries/offices/audit-days#findAuditDay': (w) => () => auditDays.findAuditDay(w.tx, '2026-01-01'),
  'db/queries/offices/audit-days#findLastAuditDay': (w) => () => auditDays.findLastAuditDay(w.tx),
  'db/queries/offices/audit-days#findFirstAuditDay': (w) => () => auditDays.findFirstAuditDay(w.tx),
  'db/queries/offices/audit-days#findFirstEventAt': (w) => () => auditDays.findFirstEventAt(w.tx),
  'db/queries/offices/audit-days#listAuditDays': (w) => () => auditDays.listAuditDays(w.tx),
  'db/queries/offices/audit-days#findIdsWithin': (w) => () =>
    auditDays.findIdsWithin(w.tx, { from: new Date(0), to: new Date(1) }),
  'db/queries/offices/audit-days#listEventsWithin': (w) => () =>
    auditDays.listEventsWithin(w.tx, { from: new Date(0), to: new Date(1), after: 0, last: 1, limit: 1 }),
  'db/queries/offices/audit-days#insertAuditDay': (w) => () =>
    auditDays.insertAuditDay(w.tx, {
      ...{ day: addDays('2026-01-01', w.mine.merchantId), events: 0, last: '00'.repeat(32) },
      signature: Buffer.alloc(64),
    }),
  'db/queries/offices/memberships#lockOperator': (w) => () => lockOperator(w.tx),
  'db/queries/offices/network#countNetwork': (w) => () => network.countNetwork(w.office.db),
  'db/queries/offices/network#sumNetworkConsumptions': (w) => () =>
    network.sumNetworkConsumptions(w.office.db, [new Date(0)]),
  'db/queries/offices/network#listFailingMerchants': (w) => () =>
    network.listFailingMerchants(w.office.db, { minutes: 60, limit: 10 }),
  'db/queries/offices/approvals#findApproval': async (w) => {
    const id = await approval(w)
    return () => approvals.findApproval(w.tx, id)
  },
  'db/queries/offices/approvals#listWaitingApprovals': (w) => () =>
    approvals.listWaitingApprovals(w.office.db, ['invite_operator']),
  'db/queries/offices/approvals#listPastApprovals': (w) => () =>
    approvals.listPastApprovals(w.office.db, ['invite_operator'], 10),
  'db/queries/offices/approvals#isProposed': (w) => () => approvals.isProposed(w.office.db, 'invite_operator', {}),
  'db/queries/offices/approvals#insertApproval': (w) => () =>
    approvals.insertApproval(w.tx, { kind: 'invite_operator', payload: {}, proposedBy: w.mine.userId }),
  'db/queries/offices/approvals#decideApproval': async (w) => {
    const id = await approval(w)
    const decided = { decision: 'withdrawn', decidedBy: w.mine.userId, reason: 'Ya no' } as const
    return () => approvals.decideApproval(w.tx, id, decided)
  },
  'db/queries/offices/approvals#findFourEyes': (w) => () => approvals.findFourEyes(w.office.db),
  'db/queries/offices/approvals#insertFourEyesSwitch': (w) => () =>
    approvals.insertFourEyesSwitch(w.tx, { isOn: true, switchedBy: w.mine.userId }),
  'db/queries/offices/support-views#lockSession': async (w) => {
    const { id } = await session(w)
    return () => supportViews.lockSession(w.tx, w.mine.userId, id)
  },
  'db/queries/offices/support-views#insertView': async (w) => {
    const { id: sessionId } = await session(w)
    const { userId, merchantId } = w.mine
    return () => supportViews.insertView(w.tx, { sessionId, userId, merchantId, ticket: 'T-1', reason: 'Una pregunta' })
  },
  'db/queries/offices/support-views#endViewsOfSession': async (w) => {
    const { id: sessionId } = await session(w)
    const { userId, merchantId } = w.mine
    await supportViews.insertView(w.tx, { sessionId, userId, merchantId, ticket: 'T-1', reason: 'Una pregunta' })
    return () => supportViews.endViewsOfSession(w.tx, sessionId, 'ended')
  },
  'db/queries/offices/memberships#upsertMembership': (w) => () =>
    upsertMembership(w.tx, { merchantId: w.mine.merchantId }, w.mine.companyUserId, ['merchant.team.manage']),
  'db/queries/offices/password-resets#insertPasswordReset': (w) => () =>
    resets.insertPasswordReset(w.tx, { userId: w.mine.userId, tokenHash: bytes(), minutes: 30, address: null }),
  'db/queries/offices/password-resets#findOpenReset': async (w) => {
    const { tokenHash } = await reset(w)
    return () => resets.findOpenReset(w.office.db, tokenHash)
  },
  'db/queries/offices/password-resets#spendResets': async (w) => {
    const { id } = await reset(w)
    return () => resets.spendResets(w.tx, w.mine.userId, id)
  },
  'db/queries/offices/password-resets#closeResets': async (w) => {
    await reset(w)
    return () => resets.closeResets(w.tx, w.mine.userId)
  },
  'db/queries/offices/recovery-codes#replaceRecoveryCodes': (w) => () =>
    recovery.replaceRecoveryCodes(w.tx, w.mine.userId, [{ prefix: 'abcd', codeHash: 'hash' }]),
  'db/queries/offices/recovery-codes#deleteRecoveryCodes': (w) => () =>
    recovery.deleteRecoveryCodes(w.tx, w.mine.userId),
  'db/queries/offices/recovery-codes#findUnusedRecoveryCode': async (w) => {
    await recoveryCode(w)
    return () => recovery.findUnusedRecoveryCode(w.office.db, w.mine.userId, 'abcd')
  },
  'db/queries/offices/recovery-codes#spendRecoveryCode': async (w) => {
    const { id } = await recoveryCode(w)
    return () => recovery.spendRecoveryCode(w.tx, w.mine.userId, id)
  },
  'db/queries/offices/recovery-codes#countUnusedRecoveryCodes': async (w) => {
    await recoveryCode(w)
    return () => recovery.countUnusedRecoveryCodes(w.tx, w.mine.userId)
  },
  'db/queries/offices/sessions#findLiveSession': async (w) => {
    const { tokenHash } = await session(w)
    return () => sessions.findLiveSession(w.office.db, tokenHash, 30, 8)
  },
  'db/queries/offices/sessions#insertSession': (w) => () =>
    sessions.insertSession(w.tx, { userId: w.mine.userId, tokenHash: bytes(), hours: 1, ...nobody }),
  'db/queries/offices/sessions#replaceSession': async (w) => {
    const { id } = await session(w)
    return () => sessions.replaceSession(w.tx, id, bytes())
  },
  'db/queries/offices/sessions#setSecondStep': async (w) => {
    const { id } = await session(w)
    return () => sessions.setSecondStep(w.tx, id, true)
  },
  'db/queries/offices/sessions#endSessionOf': async (w) => {
    const { id } = await session(w)
    return () => sessions.endSessionOf(w.tx, w.mine.userId, id, 'signed_out')
  },
  'db/queries/offices/sessions#endSessionByToken': async (w) => {
    const { tokenHash } = await session(w)
    return () => sessions.endSessionByToken(w.tx, tokenHash, 'signed_out')
  },
  'db/queries/offices/sessions#endSessionsOf': async (w) => {
    await session(w)
    return () => sessions.endSessionsOf(w.tx, w.mine.userId, 'signed_out')
  },
  'db/queries/offices/sessions#chooseMerchantOf': async (w) => {
    const { id } = await session(w)
    return () => sessions.chooseMerchantOf(w.tx, w.mine.userId, id, w.mine.merchantId)
  },
  'db/queries/offices/sessions#chooseCompanyOf': async (w) => {
    const made = { userId: w.mine.companyUserId, tokenHash: bytes(), hours: 1, ...nobody }
    const id = await sessions.insertSession(w.tx, made)
    return () => sessions.chooseCompanyOf(w.tx, w.mine.companyUserId, id, w.mine.companyId)
  },
  'db/queries/offices/sessions#listLiveSessionsOf': async (w) => {
    await session(w)
    return async () => await sessions.listLiveSessionsOf(w.tx, w.mine.userId, 30, 8)
  },
  'db/queries/offices/throttles#countAttempt': async (w) => {
    const attempt = () => throttles.countAttempt(w.office.db, 'sign_in', w.mine.mark, limits)
    for (let n = 0; n < 3; n++) await attempt()
    return attempt
  },
  'db/queries/offices/throttles#forgetFailures': (w) => () => throttles.forgetFailures(w.tx, 'sign_in', w.mine.mark),
  'db/queries/offices/throttles#uncountAttempt': (w) => () => throttles.uncountAttempt(w.tx, 'sign_in', w.mine.mark),
  'db/queries/offices/throttles#sweepThrottles': (w) => () => throttles.sweepThrottles(w.office.db),
  'db/queries/offices/users#findUserByEmail': (w) => () => users.findUserByEmail(w.tx, w.mine.email),
  'db/queries/offices/users#findUser': (w) => () => users.findUser(w.tx, w.mine.userId),
  'db/queries/offices/users#holdUser': (w) => () => users.holdUser(w.tx, w.mine.userId, 'none'),
  'db/queries/offices/users#lockUser': (w) => () => users.lockUser(w.tx, w.mine.userId),
  'db/queries/offices/users#insertUser': (w) => () =>
    users.insertUser(w.tx, { email: `n-${emailOf(w)}`, name: w.mine.mark, language: 'es', passwordHash: 'none' }),
  'db/queries/offices/users#setPassword': (w) => () => users.setPassword(w.tx, w.mine.userId, 'another'),
  'db/queries/offices/users#setPreferences': (w) => () => users.setPreferences(w.tx, w.mine.userId, { language: 'en' }),
  'db/queries/offices/users#setPendingTotp': (w) => () =>
    users.setPendingTotp(w.tx, w.mine.userId, { sealed: bytes(), generation: 1 }),
  'db/queries/offices/users#confirmPendingTotp': async (w) => {
    const sealed = await totp(w)
    return () => users.confirmPendingTotp(w.tx, w.mine.userId, sealed, 1)
  },
  'db/queries/offices/users#takeTotpStep': async (w) => {
    await enrolled(w)
    return () => users.takeTotpStep(w.tx, w.mine.userId, 2)
  },
  'db/queries/offices/users#removeTotp': async (w) => {
    await enrolled(w)
    return () => users.removeTotp(w.tx, w.mine.userId)
  },
  'db/queries/offices/expiry-calendars#findCalendarReader': async (w) => {
    const tokenHash = bytes()
    await replaceCalendar(w.tx, w.mine.merchantId, w.mine.userId, tokenHash)
    return async () => found(await findCalendarReader(w.office.db, tokenHash, 'merchant.integrations.manage'))
  },
  'db/queries/offices/hand-offs#findHandOff': async (w) => {
    const row = handOff(w)
    await handOffs.insertHandOff(w.tx, w.mine.merchantId, row)
    return async () => found(await handOffs.findHandOff(w.office.db, row.handleHash))
  },
  'db/queries/offices/hand-offs#findWatch': async (w) => {
    const [{ credential }, tokenHash] = [handOff(w), bytes()]
    await handOffs.insertWatch(w.tx, w.mine.merchantId, { credential, terminal: null, tokenHash, minutes: 1 })
    return async () => found(await handOffs.findWatch(w.office.db, tokenHash))
  },
  'db/queries/offices/hand-offs#sweepHandOffs': (w) => () => handOffs.sweepHandOffs(w.office.db),
  'db/queries/offices/certification#findCertificate': (w) => async () =>
    found(await certification.findCertificate(w.office.db, w.mine.mark)),
  'db/queries/offices/certification#sweepCertificationCalls': async (w) => {
    await w.sql`update certification_calls set arrived_at = now() - interval '31 days' where merchant_id = ${w.mine.merchantId}`
    return () => certification.sweepCertificationCalls(w.office.db)
  },
  'db/queries/offices/silences#listMerchantsToJudge': async (w) => {
    const compared = comparedWith(judgedAt(new Date()))
    await w.sql`
      with silent as (
        insert into terminals (merchant_id, terminal, first_seen_at, seen_at, last_call_at)
        values (${w.mine.merchantId}, 'SILENT', now(), now(), now() - interval '12 hours') returning merchant_id, id)
      insert into terminal_hours (merchant_id, terminal_id, hour, confirmed)
      select merchant_id, id, ${compared.at}::timestamptz - interval '168 hours', 9 from silent`
    return () => listMerchantsToJudge(w.office.db, compared)
  },
  'db/queries/offices/sandbox-faults#watchInSandbox': (w) => () =>
    faults.watchInSandbox(w.tx, w.mine.merchantId, { kind: 'api_key', id: w.mine.apiKeyId }, new Date('2100-01-01')),
  'db/queries/offices/sandbox-faults#armFault': (w) => () =>
    faults.armFault(w.tx, w.mine.merchantId, { kind: 'api_key', id: w.mine.apiKeyId }, armed),
  'db/queries/offices/sandbox-faults#disarmFaults': async (w) => {
    await faults.armFault(w.tx, w.mine.merchantId, { kind: 'api_key', id: w.mine.apiKeyId }, armed)
    return () => faults.disarmFaults(w.tx, w.mine.merchantId, { kind: 'api_key', id: w.mine.apiKeyId })
  },
  'db/queries/offices/sandbox#holdCompanies': (w) => async () => [
    ...(await sandbox.holdCompanies(w.tx, [{ key: w.mine.mark, name: w.mine.mark }])),
  ],
  'db/queries/offices/sandbox#addTypes': (w) => () =>
    sandbox.addTypes(w.tx, [{ companyId: w.mine.companyId, key: randomBytes(8).toString('hex'), name: w.mine.mark }]),
  'db/queries/offices/sandbox#findTypesByKey': async (w) => {
    await sandbox.addTypes(w.tx, [{ companyId: w.mine.companyId, key: 'sandbox:one', name: w.mine.mark }])
    return async () => [...(await sandbox.findTypesByKey(w.tx, [w.mine.companyId], 'sandbox:'))]
  },
  'db/queries/offices/sandbox#addPeople': (w) => () =>
    sandbox.addPeople(w.tx, [
      {
        ...{ companyId: w.mine.companyId, firstName: w.mine.mark, lastName: w.mine.mark },
        ...{ identificationTypeId: 1, identificationHmac: bytes(), identificationCiphertext: bytes() },
      },
    ]),
  'db/queries/offices/sandbox#countPeople': (w) => () => sandbox.countPeople(w.tx, [w.mine.companyId]),
}
