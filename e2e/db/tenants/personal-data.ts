import { listAskedOfCompany } from '@/db/queries/offices/privacy-cases'
import { listAskedRectifications } from '@/lib/privacy/list-asked'
import { type Cases, exempt, of } from './matrix'

/** What is held of a person in all companies, asked by the operator of the network, who answers for it (Ley 172-13). */
const ofOperator = exempt('its caller is one of the people who run the network, and of no tenant')

export const cases: Cases = {
  'db/queries/offices/privacy-cases#listAskedOfCompany': of(({ tx, mine }, { collaboratorId }) =>
    listAskedOfCompany(tx, mine.companyId, collaboratorId),
  ),
  'lib/privacy/list-asked#listAskedRectifications': of(({ companyCtx }, { collaboratorId }) =>
    listAskedRectifications(companyCtx, collaboratorId),
  ),
  'db/queries/offices/erasure#deleteWhatNames': ofOperator,
  'db/queries/offices/erasure#eraseNamesOfTrail': ofOperator,
  'db/queries/offices/erasure#erasePerson': ofOperator,
  'db/queries/offices/personal-data#listAddressesOf': ofOperator,
  'db/queries/offices/personal-data#listAuthorizationsOf': ofOperator,
  'db/queries/offices/personal-data#listConsumptionsOf': ofOperator,
  'db/queries/offices/personal-data#listEventsAbout': ofOperator,
  'db/queries/offices/personal-data#listInvitationsSent': ofOperator,
  'db/queries/offices/personal-data#listLinksSent': ofOperator,
  'db/queries/offices/personal-data#listOwnSessions': ofOperator,
}
