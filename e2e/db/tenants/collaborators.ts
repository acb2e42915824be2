import { randomBytes } from 'node:crypto'
import { findPeopleByHmac, insertPeople, updatePeople } from '@/db/queries/offices/collaborator-imports'
import {
  countInvitationsOf,
  countInvitedToday,
  insertCollaboratorInvitations,
  listInvitationsOf,
  listOffersOf,
} from '@/db/queries/offices/collaborator-invitations'
import {
  countByCollaboratorType,
  insertCollaboratorType,
  listCollaboratorTypes,
  renameCollaboratorType,
} from '@/db/queries/offices/collaborator-types'
import {
  countCollaborators,
  findCollaborator,
  findCollaboratorByHmac,
  insertCollaborator,
  listCollaborators,
  lockCollaborator,
  updateCollaborator,
} from '@/db/queries/offices/collaborators'
import { lockCompany } from '@/db/queries/offices/companies'
import { changeCollaborator, createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { exportCollaborators } from '@/lib/collaborators/export-collaborators'
import { collaboratorFilterOf } from '@/lib/collaborators/filter'
import {
  countInvitable,
  inviteCollaborator,
  inviteCollaborators,
  listInvitations,
} from '@/lib/collaborators/invite-collaborators'
import { listChoices } from '@/lib/collaborators/list-choices'
import { listCollaborators as listPeople } from '@/lib/collaborators/list-collaborators'
import { createType, listTypes, renameType } from '@/lib/collaborators/manage-types'
import { revealIdentification, seekCollaborator, showCollaborator } from '@/lib/collaborators/show-collaborator'
import {
  confirmCollaborators,
  dropCollaborators,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import { hmacIdentification, hmacsOf } from '@/lib/identification/identification'
import { newIdentification } from '../../fixtures/factories'
import { type Cases, change, exempt, lock, of, own } from './matrix'

const everybody = { words: [], typeId: undefined, active: undefined }

const draft = { firstName: 'Otra', lastName: 'Persona', email: null, typeId: null }

export const cases: Cases = {
  'db/queries/offices/companies#lockCompany': lock(({ tx, mine }) => lockCompany(tx, mine.companyId)),

  'db/queries/offices/collaborator-types#listCollaboratorTypes': own(({ tx, mine }) =>
    listCollaboratorTypes(tx, mine.companyId),
  ),
  'db/queries/offices/collaborator-types#countByCollaboratorType': own(({ tx, mine }) =>
    countByCollaboratorType(tx, mine.companyId),
  ),
  'db/queries/offices/collaborator-types#insertCollaboratorType': own(({ tx, mine }) =>
    insertCollaboratorType(tx, mine.companyId, 'Otro'),
  ),
  'db/queries/offices/collaborator-types#renameCollaboratorType': of(({ tx, mine }, { typeId }) =>
    renameCollaboratorType(tx, mine.companyId, typeId, 'Otro'),
  ),

  'db/queries/offices/collaborators#listCollaborators': of(({ tx, mine }, { typeId, collaboratorId }) =>
    listCollaborators(
      tx,
      mine.companyId,
      { ...everybody, ...(typeId === mine.typeId ? {} : { typeId }) },
      { limit: 10, ...(collaboratorId === mine.collaboratorId ? {} : { after: collaboratorId }) },
    ),
  ),
  'db/queries/offices/collaborators#countCollaborators': of(({ tx, mine }, { typeId }) =>
    countCollaborators(tx, mine.companyId, { ...everybody, ...(typeId === mine.typeId ? {} : { typeId }) }),
  ),
  'db/queries/offices/collaborators#findCollaborator': of(({ tx, mine }, { collaboratorId }) =>
    findCollaborator(tx, mine.companyId, collaboratorId),
  ),
  'db/queries/offices/collaborators#lockCollaborator': lock(({ tx, mine }, { collaboratorId }) =>
    lockCollaborator(tx, mine.companyId, collaboratorId),
  ),
  'db/queries/offices/collaborators#findCollaboratorByHmac': of(({ tx, mine, companyCtx }, { identification }) =>
    findCollaboratorByHmac(tx, mine.companyId, 1, hmacsOf(companyCtx.identificationKeys, 1, identification)),
  ),
  'db/queries/offices/collaborators#insertCollaborator': own(({ tx, mine }) =>
    insertCollaborator(tx, mine.companyId, {
      firstName: 'Otra',
      lastName: 'Persona',
      identificationTypeId: 1,
      identificationHmac: randomBytes(32),
      identificationCiphertext: randomBytes(40),
    }),
  ),
  'db/queries/offices/collaborators#updateCollaborator': change(({ tx, mine }, { collaboratorId }) =>
    updateCollaborator(tx, mine.companyId, collaboratorId, { active: false }),
  ),

  'db/queries/offices/collaborator-invitations#insertCollaboratorInvitations': own(({ tx, mine }) =>
    insertCollaboratorInvitations(tx, mine.companyId, mine.companyUserId, [
      { collaboratorId: mine.collaboratorId, email: 'a@b.example' },
    ]),
  ),
  'db/queries/offices/collaborator-invitations#countInvitedToday': own(({ tx, mine }) =>
    countInvitedToday(tx, mine.companyId),
  ),
  'db/queries/offices/collaborator-invitations#countInvitationsOf': of(({ tx, mine }, { collaboratorId }) =>
    countInvitationsOf(tx, mine.companyId, collaboratorId, 30),
  ),
  'db/queries/offices/collaborator-invitations#listInvitationsOf': of(({ tx, mine }, { collaboratorId }) =>
    listInvitationsOf(tx, mine.companyId, collaboratorId, 5),
  ),
  'db/queries/offices/collaborator-invitations#listOffersOf': of(({ tx, mine }, { collaboratorId }) =>
    listOffersOf(tx, mine.companyId, [collaboratorId], 8),
  ),

  'db/queries/offices/collaborator-imports#findPeopleByHmac': of(({ tx, mine, companyCtx }, { identification }) => {
    const hmac = hmacIdentification(companyCtx.identificationKeys, 1, identification).toString('hex')
    return findPeopleByHmac(tx, mine.companyId, [{ identificationTypeId: 1, hmac }])
  }),
  'db/queries/offices/collaborator-imports#findEmployedElsewhere': exempt(
    'it says that somebody is active in another company, never in which (D31)',
  ),
  'db/queries/offices/collaborator-imports#insertPeople': own(({ tx, mine }) =>
    insertPeople(tx, mine.companyId, [
      {
        identificationTypeId: 1,
        hmac: randomBytes(32).toString('hex'),
        ciphertext: '00',
        keyGeneration: 1,
        ...{ firstName: 'Otra', lastName: 'Persona', email: null, typeId: null, active: true },
      },
    ]),
  ),
  'db/queries/offices/collaborator-imports#updatePeople': of(({ tx, mine }, { collaboratorId: id }) =>
    updatePeople(tx, mine.companyId, [{ ...draft, id, active: false }]),
  ),

  'lib/collaborators/upload-collaborators#uploadCollaborators': own(({ companyCtx }) =>
    uploadCollaborators(companyCtx, {
      name: 'nómina.csv',
      bytes: new TextEncoder().encode('Tipo de identificación,Identificación\nCédula,1'),
    }),
  ),
  'lib/collaborators/upload-collaborators#previewCollaborators': of(({ companyCtx }, { peopleImportId }) =>
    previewCollaborators(companyCtx, peopleImportId),
  ),
  'lib/collaborators/upload-collaborators#confirmCollaborators': of(
    async ({ companyCtx, mine }, { peopleImportId }) => {
      const { fingerprint } = await previewCollaborators(companyCtx, mine.peopleImportId)
      return confirmCollaborators(companyCtx, { id: peopleImportId, seen: fingerprint })
    },
  ),
  'lib/collaborators/upload-collaborators#dropCollaborators': of(({ companyCtx }, { peopleImportId }) =>
    dropCollaborators(companyCtx, peopleImportId),
  ),

  'lib/collaborators/invite-collaborators#inviteCollaborator': of(({ companyCtx }, { collaboratorId }) =>
    inviteCollaborator(companyCtx, { id: collaboratorId }),
  ),
  'lib/collaborators/invite-collaborators#inviteCollaborators': own(({ companyCtx }) =>
    inviteCollaborators(companyCtx, collaboratorFilterOf({})),
  ),
  'lib/collaborators/invite-collaborators#countInvitable': own(({ companyCtx }) =>
    countInvitable(companyCtx, collaboratorFilterOf({})),
  ),
  'lib/collaborators/invite-collaborators#listInvitations': of(({ companyCtx }, { collaboratorId }) =>
    listInvitations(companyCtx, collaboratorId),
  ),

  'lib/collaborators/list-choices#listChoices': own(({ companyCtx }) => listChoices(companyCtx)),
  'lib/collaborators/list-collaborators#listCollaborators': own(({ companyCtx }) =>
    listPeople(companyCtx, collaboratorFilterOf({})),
  ),
  'lib/collaborators/export-collaborators#exportCollaborators': own(async ({ companyCtx }) => {
    const found = []
    for await (const rows of await exportCollaborators(companyCtx, collaboratorFilterOf({}))) found.push(...rows)
    return found
  }),
  'lib/collaborators/show-collaborator#showCollaborator': of(({ companyCtx }, { collaboratorId }) =>
    showCollaborator(companyCtx, collaboratorId),
  ),
  'lib/collaborators/show-collaborator#seekCollaborator': of(({ companyCtx }, { identification }) =>
    seekCollaborator(companyCtx, { identificationTypeId: 1, identification }),
  ),
  'lib/collaborators/show-collaborator#revealIdentification': of(({ companyCtx }, { collaboratorId }) =>
    revealIdentification(companyCtx, { id: collaboratorId }),
  ),
  'lib/collaborators/change-collaborator#createCollaborator': own(({ companyCtx }) =>
    createCollaborator(companyCtx, { ...draft, identificationTypeId: 1, identification: newIdentification() }),
  ),
  'lib/collaborators/change-collaborator#changeCollaborator': of(({ companyCtx }, { collaboratorId }) =>
    changeCollaborator(companyCtx, { ...draft, id: collaboratorId }),
  ),
  'lib/collaborators/change-collaborator#setCollaboratorActive': of(({ companyCtx }, { collaboratorId }) =>
    setCollaboratorActive(companyCtx, { id: collaboratorId, active: false }),
  ),
  'lib/collaborators/manage-types#listTypes': own(({ companyCtx }) => listTypes(companyCtx)),
  'lib/collaborators/manage-types#createType': own(({ companyCtx }) => createType(companyCtx, { name: 'Otro' })),
  'lib/collaborators/manage-types#renameType': of(({ companyCtx }, { typeId }) =>
    renameType(companyCtx, { id: typeId, name: 'Otro' }),
  ),
}
