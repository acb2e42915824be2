import { randomBytes } from 'node:crypto'
import { newCompanyPerson, newPerson } from '../fixtures/people'
import type { Call, Ways } from './ways'
import type { World } from './world'

/** Another member of the merchant, or of the company, and what they hold. */
async function newMember({ sql, merchantId }: World): Promise<{ userId: string; seen: string }> {
  const permissions = ['merchant.consumptions.read'] as const
  const { id } = await newPerson(sql, { merchantId, permissions })
  return { userId: String(id), seen: permissions.join(' ') }
}

async function newCompanyMember({ sql, companyId }: World): Promise<{ userId: string; seen: string }> {
  const permissions = ['company.consumptions.read'] as const
  const { id } = await newCompanyPerson(sql, companyId, { permissions })
  return { userId: String(id), seen: permissions.join(' ') }
}

type Invitation = { merchantId?: number; companyId?: number; invitedBy: number; permission: string }

/** An open invitation to a merchant's team, a company's, or the operator's where it names neither. */
export async function newInvitation(
  { sql, email }: Pick<World, 'sql' | 'email'>,
  of: Invitation,
): Promise<{ invitationId: string }> {
  const [row] = await sql`
    insert into invitations (merchant_id, company_id, to_operator, email, permissions, token_hash, invited_by, expires_at)
    values (${of.merchantId ?? null}, ${of.companyId ?? null}, ${of.merchantId === undefined && of.companyId === undefined}, ${email()}, ${[of.permission]},
      ${randomBytes(32)}, ${of.invitedBy}, now() + interval '7 days') returning id`
  return { invitationId: String(row?.id) }
}

const invite = (permission: string): Call => ({
  on: 'own',
  fields: ({ email }) => ({ email: email(), permissions: [permission] }),
})

export const team: Ways = {
  actions: {
    'app/portal/team/actions.ts': {
      inviteAction: invite('merchant.integrations.manage'),
      changeAction: {
        on: 'foreign',
        fields: async (own) => ({ ...(await newMember(own)), permissions: ['merchant.team.manage'] }),
      },
      removeAction: { on: 'foreign', fields: newMember },
      withdrawAction: {
        on: 'foreign',
        fields: (own) => {
          const { merchantId, ownerId: invitedBy } = own
          return newInvitation(own, { merchantId, invitedBy, permission: 'merchant.team.manage' })
        },
      },
    },
    'app/company/team/actions.ts': {
      inviteToCompanyAction: invite('company.benefits.manage'),
      changeCompanyAction: {
        on: 'foreign',
        fields: async (own) => ({ ...(await newCompanyMember(own)), permissions: ['company.team.manage'] }),
      },
      removeFromCompanyAction: { on: 'foreign', fields: newCompanyMember },
      withdrawFromCompanyAction: {
        on: 'foreign',
        fields: (own) => {
          const { companyId, companyOwnerId: invitedBy } = own
          return newInvitation(own, { companyId, invitedBy, permission: 'company.team.manage' })
        },
      },
    },
  },
}
