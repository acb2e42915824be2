import type { Call, Ways } from './ways'
import type { World } from './world'

/** A company that nobody is affiliated to. */
const newCompany = async ({ make }: World) => make.company()

/** A proposal between the merchant and such a company, that waits for an answer. */
async function newProposal(own: World, proposedBy: 'merchant' | 'company'): Promise<{ proposalId: string }> {
  const { sql, merchantId, ownerId, companyOwnerId, text } = own
  const { id } = await newCompany(own)
  const by = proposedBy === 'merchant' ? ownerId : companyOwnerId
  const [row] = await sql`
    insert into affiliation_requests (merchant_id, company_id, requested_by, message, created_by_user_id)
    values (${merchantId}, ${id}, ${proposedBy}, ${text('Somos vecinos')}, ${by}) returning id`
  return { proposalId: String(row?.id) }
}

const answer: Call = { on: 'foreign', fields: (own) => newProposal(own, 'company') }

export const companies: Ways = {
  pages: {
    '/portal/companies': {
      path: async (own) => {
        await newProposal(own, 'company')
        return '/portal/companies'
      },
    },
    '/portal/companies/[id]': { path: ({ companyId }) => `/portal/companies/${companyId}` },
  },
  actions: {
    'app/portal/companies/actions.ts': {
      proposeToCompany: {
        on: 'own',
        fields: async (own) => ({ other: (await newCompany(own)).name, message: own.text('Somos vecinos') }),
      },
      acceptCompany: answer,
      declineCompany: answer,
      withdrawCompany: { on: 'foreign', fields: (own) => newProposal(own, 'merchant') },
      endCompany: {
        on: 'foreign',
        fields: async (own) => {
          const { id, name } = await newCompany(own)
          await own.make.affiliation(id, own.merchantId)
          return { otherId: String(id), confirmation: name }
        },
      },
    },
  },
}
