import { type Cases, exempt } from './matrix'

/** What is held of a person in all companies, asked by the operator of the network, who answers for it (Ley 172-13). */
const ofOperator = exempt('its caller is one of the people who run the network, and of no tenant')

export const cases: Cases = {
  'db/queries/offices/personal-data#listAddressesOf': ofOperator,
  'db/queries/offices/personal-data#listAuthorizationsOf': ofOperator,
  'db/queries/offices/personal-data#listConsumptionsOf': ofOperator,
  'db/queries/offices/personal-data#listEventsAbout': ofOperator,
  'db/queries/offices/personal-data#listInvitationsSent': ofOperator,
  'db/queries/offices/personal-data#listLinksSent': ofOperator,
  'db/queries/offices/personal-data#listOwnSessions': ofOperator,
}
