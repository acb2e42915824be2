import { randomBytes } from 'node:crypto'
import type { Sql } from '@/db/client'
import { newPerson } from '../fixtures/people'
import type { Ways } from './ways'

/** Another member, and what they hold. */
async function newMember(sql: Sql, merchantId: number): Promise<{ userId: string; seen: string }> {
  const permissions = ['merchant.consumptions.read'] as const
  const { id } = await newPerson(sql, { merchantId, permissions })
  return { userId: String(id), seen: permissions.join(' ') }
}

export const team: Ways = {
  actions: {
    'app/portal/team/actions.ts': {
      inviteAction: {
        on: 'own',
        fields: ({ email }) => ({ email: email(), permissions: ['merchant.integrations.manage'] }),
      },
      changeAction: {
        on: 'foreign',
        fields: async ({ sql, merchantId }) => ({
          ...(await newMember(sql, merchantId)),
          permissions: ['merchant.team.manage'],
        }),
      },
      removeAction: { on: 'foreign', fields: ({ sql, merchantId }) => newMember(sql, merchantId) },
      withdrawAction: {
        on: 'foreign',
        fields: async ({ sql, merchantId, ownerId, email }) => {
          const [row] = await sql`insert into invitations
            (merchant_id, email, permissions, token_hash, invited_by, expires_at)
            values (${merchantId}, ${email()}, '{merchant.team.manage}',
              ${randomBytes(32)}, ${ownerId}, now() + interval '7 days') returning id`
          return { invitationId: String(row?.id) }
        },
      },
    },
  },
}
