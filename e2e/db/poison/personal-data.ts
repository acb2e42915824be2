import * as held from '@/db/queries/offices/personal-data'
import type { Lines } from './world'

/** What is held of a person in all companies. */

export const personalDataLines: Lines = {
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
}
