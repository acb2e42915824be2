import { listApprovalsOfCase } from '@/db/queries/offices/approvals'
import * as erasure from '@/db/queries/offices/erasure'
import * as held from '@/db/queries/offices/personal-data'
import * as cases from '@/db/queries/offices/privacy-cases'
import { factories } from '../../fixtures/factories'
import type { Lines, World } from './world'

const newCase = (w: World) =>
  cases.insertPrivacyCase(
    w.tx,
    {
      ...{ kind: 'rectification', contact: 'ana@ejemplo.do', note: null, openedBy: w.mine.userId },
      ...{ receivedOn: '2026-11-23', dueOn: '2026-12-07' },
    },
    [w.mine.collaboratorId],
  )

const newRectification = async (w: World) => {
  const given = { caseId: await newCase(w), collaboratorId: w.mine.collaboratorId, askedBy: w.mine.userId }
  return { ...given, what: 'Se llama Ana' }
}

/** What is held of a person in all companies, and what they ask of it. */

export const personalDataLines: Lines = {
  'db/queries/offices/privacy-cases#insertPrivacyCase': (w) => async () => typeof (await newCase(w)),
  'db/queries/offices/privacy-cases#listPrivacyCases': async (w) => {
    await newCase(w)
    return async () => (await cases.listPrivacyCases(w.tx, { state: 'open', descending: true, limit: 1 })).length
  },
  'db/queries/offices/privacy-cases#countPrivacyCases': async (w) => {
    await newCase(w)
    return async () => (await cases.countPrivacyCases(w.tx, { today: '2026-11-23', soon: '2026-11-24' })).open > 0
  },
  'db/queries/offices/privacy-cases#findPrivacyCase': async (w) => {
    const id = await newCase(w)
    return () => cases.findPrivacyCase(w.tx, id)
  },
  'db/queries/offices/privacy-cases#lockPrivacyCase': async (w) => {
    const id = await newCase(w)
    return () => cases.lockPrivacyCase(w.tx, id)
  },
  'db/queries/offices/privacy-cases#endPrivacyCase': async (w) => {
    const id = await newCase(w)
    return () => cases.endPrivacyCase(w.tx, id, { state: 'answered', answer: 'Sí', endedBy: w.mine.userId })
  },
  'db/queries/offices/privacy-cases#listPeopleOfCase': async (w) => {
    const id = await newCase(w)
    return () => cases.listPeopleOfCase(w.tx, id)
  },
  'db/queries/offices/privacy-cases#insertRectification': async (w) => {
    const given = await newRectification(w)
    return () => cases.insertRectification(w.tx, given)
  },
  'db/queries/offices/privacy-cases#listRectifications': async (w) => {
    const given = await newRectification(w)
    await cases.insertRectification(w.tx, given)
    return () => cases.listRectifications(w.tx, given.caseId)
  },
  'db/queries/offices/privacy-cases#listAskedOfCompany': async (w) => {
    await cases.insertRectification(w.tx, await newRectification(w))
    return async () => (await cases.listAskedOfCompany(w.office.db, w.mine.companyId, w.mine.collaboratorId)).length > 0
  },
  'db/queries/offices/privacy-cases#forgetRectifications': async (w) => {
    const given = await newRectification(w)
    await cases.insertRectification(w.tx, given)
    return () => cases.forgetRectifications(w.tx, [given.collaboratorId])
  },
  'db/queries/offices/privacy-cases#sumErasure': (w) => async () =>
    Object.keys(await cases.sumErasure(w.office.db, [w.mine.collaboratorId])),
  'db/queries/offices/approvals#listApprovalsOfCase': async (w) => {
    const caseId = await newCase(w)
    await w.sql`insert into approvals (kind, payload, proposed_by) values ('erase_person',
      ${w.sql.json({ collaboratorIds: [w.mine.collaboratorId], caseId })}, ${w.mine.userId})`
    return async () => (await listApprovalsOfCase(w.office.db, caseId, ['erase_person'])).length
  },
  'db/queries/offices/privacy-cases#sweepPrivacyCases': (w) => () =>
    cases.sweepPrivacyCases(w.office.db, { keptDays: 365 }),
  'db/queries/offices/personal-data#findPeopleOfNetwork': (w) => () =>
    held.findPeopleOfNetwork(w.tx, 1, [Buffer.alloc(32)]),
  'db/queries/offices/personal-data#listPeopleOfNetwork': (w) => () =>
    held.listPeopleOfNetwork(w.tx, [w.mine.collaboratorId]),
  'db/queries/offices/personal-data#listAuthorizationsOf': (w) => () =>
    held.listAuthorizationsOf(w.tx, w.mine.collaboratorId, 5),
  'db/queries/offices/personal-data#listConsumptionsOf': (w) => () =>
    held.listConsumptionsOf(w.tx, w.mine.collaboratorId, 5),
  'db/queries/offices/personal-data#listInvitationsSent': (w) => () =>
    held.listInvitationsSent(w.tx, w.mine.collaboratorId, 5),
  'db/queries/offices/personal-data#listLinksSent': (w) => () => held.listLinksSent(w.tx, w.mine.collaboratorId, 5),
  'db/queries/offices/personal-data#listOwnSessions': (w) => () => held.listOwnSessions(w.tx, w.mine.collaboratorId, 5),
  'db/queries/offices/personal-data#listMailsTo': (w) => () => held.listMailsTo(w.tx, ['nadie@ejemplo.do'], 5),
  'db/queries/offices/personal-data#listEventsAbout': (w) => () =>
    held.listEventsAbout(w.tx, w.mine.companyId, w.mine.collaboratorId, 5),
  'db/queries/offices/personal-data#countHeld': (w) => () =>
    held.countHeld(w.tx, {
      companyId: w.mine.companyId,
      collaboratorId: w.mine.collaboratorId,
      emails: ['nadie@ejemplo.do'],
    }),
  'db/queries/offices/personal-data#listAddressesOf': (w) => () => held.listAddressesOf(w.tx, w.mine.collaboratorId),
  'db/queries/offices/erasure#deleteLinksOf': (w) => () => erasure.deleteLinksOf(w.tx, [w.mine.collaboratorId]),
  'db/queries/offices/erasure#lockPeopleOfNetwork': (w) => () =>
    erasure.lockPeopleOfNetwork(w.tx, [w.mine.collaboratorId]),
  'db/queries/offices/erasure#deleteWhatNames': (w) => () => erasure.deleteWhatNames(w.tx, w.mine.collaboratorId),
  'db/queries/offices/erasure#forgetAddresses': (w) => () => erasure.forgetAddresses(w.tx, ['nadie@ejemplo.do']),
  'db/queries/offices/erasure#eraseNamesOfTrail': (w) => () => erasure.eraseNamesOfTrail(w.tx, w.mine.collaboratorId),
  'db/queries/offices/erasure#erasePerson': async (w) => {
    const { id } = await factories(w.sql).person(w.mine.companyId)
    return () => erasure.erasePerson(w.tx, id)
  },
}
