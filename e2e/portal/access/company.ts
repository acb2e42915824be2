import { planFingerprint } from '@/lib/imports/fingerprint'
import { sealImport } from '@/lib/imports/sealed-import'
import { keyring } from '@/lib/kernel/data-keys'
import { newTestIdentification, testDataKey } from '../../fixtures/factories'
import type { Call, Ways } from './ways'
import type { World } from './world'

/** A proposal between the company and a merchant of nobody's, that waits for an answer. */
async function newProposal(own: World, proposedBy: 'merchant' | 'company'): Promise<{ proposalId: string }> {
  const { sql, make, companyId, ownerId, companyOwnerId, text } = own
  const { id } = await make.merchant()
  const by = proposedBy === 'merchant' ? ownerId : companyOwnerId
  const [row] = await sql`
    insert into affiliation_requests (merchant_id, company_id, requested_by, message, created_by_user_id)
    values (${id}, ${companyId}, ${proposedBy}, ${text('Somos vecinos')}, ${by}) returning id`
  return { proposalId: String(row?.id) }
}

/** A file of one person of that company, waiting for its confirmation. */
async function newPeopleImport({
  sql,
  companyId,
  companyOwnerId,
  text,
}: World): Promise<{ importId: string; seen: string }> {
  const settings = { importKey: keyring(testDataKey, 'aliado import encryption v1'), tenant: { companyId } }
  const line = ['Cédula', newTestIdentification(), text('Rosa'), 'Marte', null, null, null] as const
  const read = { unused: [], lines: [[2, line]] } as const
  const [row] = await sql`
    insert into imports (company_id, kind, file_name, created_by, expires_at, sealed_rows)
    values (${companyId}, 'collaborators', 'a.csv', ${companyOwnerId}, now() + interval '1 hour',
      ${(await sealImport(settings, { kind: 'collaborators' }, read, 1)).sealedRows})
    returning id`
  const names = ['identificationType', 'identification', 'firstName', 'lastName', 'type', 'email', 'active']
  const cells = Object.fromEntries(names.map((name, at) => [name, line[at] ?? undefined]))
  const seen = planFingerprint([{ line: 2, outcome: 'added', cells, reasons: [], warnings: [] }])
  return { importId: String(row?.id), seen }
}

const answer: Call = { on: 'foreign', fields: (own) => newProposal(own, 'merchant') }

const person = { firstName: 'Rosa', lastName: 'Marte', email: '', typeId: '' }

export const company: Ways = {
  pages: {
    '/company': { shows: false },
    '/company/collaborators/template': { shows: false },
    '/company/collaborators/import': { shows: false },
    '/company/collaborators/import/[id]': {
      path: async (own) => `/company/collaborators/import/${(await newPeopleImport(own)).importId}`,
    },
    '/company/merchants/[id]': { path: ({ merchantId }) => `/company/merchants/${merchantId}` },
    '/company/collaborators/[id]': { path: ({ collaboratorId }) => `/company/collaborators/${collaboratorId}` },
  },
  actions: {
    'app/company/merchants/actions.ts': {
      proposeToMerchant: {
        on: 'own',
        fields: async ({ make, text }) => ({ other: (await make.merchant()).name, message: text('Somos vecinos') }),
      },
      acceptMerchant: answer,
      declineMerchant: answer,
      withdrawMerchant: { on: 'foreign', fields: (own) => newProposal(own, 'company') },
      endMerchant: {
        on: 'foreign',
        fields: async ({ make, companyId }) => {
          const { id, name } = await make.merchant()
          await make.affiliation(companyId, id)
          return { otherId: String(id), confirmation: name }
        },
      },
    },
    'app/company/benefits/actions.ts': {
      grantDiscount: {
        on: 'foreign',
        fields: ({ merchantId, discountId, collaboratorTypeId }) => ({
          merchantId: String(merchantId),
          discountId: String(discountId),
          to: 'types',
          typeIds: [String(collaboratorTypeId)],
        }),
      },
      grantDiscountsToTeam: {
        on: 'foreign',
        fields: async ({ make, merchantId }) => ({ discounts: [`${merchantId}-${await make.discount(merchantId)}`] }),
      },
      withdrawDiscount: {
        on: 'foreign',
        fields: async ({ make, companyId, merchantId }) => {
          const discountId = await make.discount(merchantId)
          await make.grant(companyId, merchantId, discountId)
          return { merchantId: String(merchantId), discountId: String(discountId) }
        },
      },
    },
    'app/company/collaborators/actions.ts': {
      addCollaborator: {
        on: 'own',
        fields: () => ({ ...person, identificationTypeId: '1', identification: newTestIdentification() }),
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
      sendInvitation: {
        on: 'foreign',
        fields: async ({ make, companyId, sql }) => {
          const { id } = await make.person(companyId)
          await sql`update collaborators set email = ${`p${id}@caribe.example`} where id = ${id}`
          return { id: String(id) }
        },
      },
      sendInvitations: {
        on: 'own',
        fields: async ({ make, companyId, sql }) => {
          const { id } = await make.person(companyId)
          await sql`update collaborators set email = ${`p${id}@caribe.example`} where id = ${id}`
          return { list: '/company/collaborators' }
        },
      },
      showIdentification: { on: 'foreign', fields: ({ collaboratorId }) => ({ id: String(collaboratorId) }) },
      seekByIdentification: {
        on: 'foreign',
        fields: async ({ make, companyId }) => ({
          identificationTypeId: '1',
          identification: (await make.person(companyId)).identification,
        }),
      },
      confirmPeopleImport: { on: 'foreign', fields: newPeopleImport },
      dropPeopleImport: { on: 'foreign', fields: newPeopleImport },
      addType: { on: 'own', fields: ({ text }) => ({ name: text('Tipo') }) },
      editType: {
        on: 'foreign',
        fields: ({ collaboratorTypeId, text }) => ({ id: String(collaboratorTypeId), name: text('Tipo') }),
      },
    },
  },
}
