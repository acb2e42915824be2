import { newOperator } from '../fixtures/people'
import { newInvitation } from './team'
import type { Ways } from './ways'
import type { World } from './world'

const permission = 'operator.support.view'

async function newColleague({ sql }: World): Promise<{ userId: string; seen: string }> {
  const { id } = await newOperator(sql, { permissions: [permission] })
  return { userId: String(id), seen: permission }
}

export const operator: Ways = {
  pages: {
    '/operator': { shows: false },
  },
  actions: {
    'app/operator/team/actions.ts': {
      inviteOperatorAction: { on: 'foreign', fields: ({ email }) => ({ email: email(), permissions: [permission] }) },
      changeOperatorAction: {
        on: 'foreign',
        fields: async (own) => ({ ...(await newColleague(own)), permissions: ['operator.policies.manage'] }),
      },
      removeOperatorAction: { on: 'foreign', fields: newColleague },
      withdrawOperatorAction: {
        on: 'foreign',
        fields: async (own) => newInvitation(own, { invitedBy: own.ownerId, permission }),
      },
    },
  },
}
