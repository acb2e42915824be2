import { newIdentification } from '../../fixtures/factories'
import type { Ways } from './ways'

const person = { firstName: 'Rosa', lastName: 'Marte', email: '', typeId: '' }

export const company: Ways = {
  pages: {
    '/company': { shows: false },
    '/company/collaborators/[id]': { path: ({ collaboratorId }) => `/company/collaborators/${collaboratorId}` },
  },
  actions: {
    'app/company/collaborators/actions.ts': {
      addCollaborator: {
        on: 'own',
        fields: () => ({ ...person, identificationTypeId: '1', identification: newIdentification() }),
      },
      editCollaborator: {
        on: 'foreign',
        fields: ({ collaboratorId }) => ({ ...person, id: String(collaboratorId) }),
      },
      activateCollaborator: {
        on: 'foreign',
        fields: async ({ make, companyId }) => ({ id: String((await make.person(companyId, { active: false })).id) }),
      },
      deactivateCollaborator: {
        on: 'foreign',
        fields: async ({ make, companyId }) => ({ id: String((await make.person(companyId)).id) }),
      },
      showIdentification: { on: 'foreign', fields: ({ collaboratorId }) => ({ id: String(collaboratorId) }) },
      seekByIdentification: {
        on: 'foreign',
        fields: async ({ make, companyId }) => ({
          identificationTypeId: '1',
          identification: (await make.person(companyId)).identification,
        }),
      },
      addType: { on: 'own', fields: ({ text }) => ({ name: text('Tipo') }) },
      editType: {
        on: 'foreign',
        fields: ({ collaboratorTypeId, text }) => ({ id: String(collaboratorTypeId), name: text('Tipo') }),
      },
    },
  },
}
