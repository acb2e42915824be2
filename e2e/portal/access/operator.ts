import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { newOperator } from '../fixtures/people'
import { newInvitation } from './team'
import type { Ways } from './ways'
import type { World } from './world'

const permission = 'operator.support.view'

async function newColleague({ sql }: World): Promise<{ userId: string; seen: string }> {
  const { id } = await newOperator(sql, { permissions: [permission] })
  return { userId: String(id), seen: permission }
}

const longAgo = 217

/** A day of the trail that is over, and in which nobody writes any more: what is sealed does not change. */
async function closedDay({ sql }: World): Promise<string> {
  const day = addDays(localDayOf(new Date()), -longAgo)
  await sql`insert into audit_events (occurred_at, actor, action, subject_type, subject_id)
    select ${startOfDay(day)}, 'service', 'page.opened', 'permission', 'x'
    where not exists (select from audit_events where occurred_at < ${startOfDay(addDays(day, 1))})`
  return `/operator/activity/export?day=${day}`
}

export const operator: Ways = {
  pages: {
    '/operator': { shows: false },
    '/operator/activity/key': { shows: false },
    // In an exported day everybody stands by their id.
    '/operator/activity/export': { shows: false, path: closedDay },
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
