import { randomBytes } from 'node:crypto'
import type { Ways } from './ways'

export const team: Ways = {
  actions: {
    'app/portal/team/actions.ts': {
      inviteAction: {
        on: 'own',
        fields: ({ email }) => ({ email: email(), permissions: ['merchant.integrations.manage'] }),
      },
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
