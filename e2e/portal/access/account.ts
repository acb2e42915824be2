import { randomBytes } from 'node:crypto'
import { newAnnouncement } from './operator'
import type { Ways } from './ways'

const password = 'nothing that is right'
const code = '000000'

/** What acts on whoever calls has its story in `accounts.spec.ts`: here it need not succeed. */
const own = (fields: Record<string, string>) => ({ on: 'own', fields: () => fields }) as const

export const account: Ways = {
  actions: {
    'app/actions.ts': {
      chooseMerchant: { on: 'foreign', fields: ({ merchantId }) => ({ merchantId: String(merchantId) }) },
      putAnnouncementAway: {
        on: 'own',
        fields: async (world) => ({ announcementId: await newAnnouncement(world) }),
      },
      chooseCompany: { on: 'foreign', fields: ({ companyId }) => ({ companyId: String(companyId) }) },
    },
    'app/account/actions.ts': {
      saveProfileAction: own({ name: 'Otro nombre', language: 'es' }),
      changePasswordAction: own({ password, newPassword: 'ocho barcas rumbo a Samaná' }),
      beginTwoStepAction: own({ password, code }),
      confirmTwoStepAction: own({ code }),
      renewRecoveryCodesAction: own({ code }),
      disableTwoStepAction: own({ password, code }),
      endSessionAction: {
        on: 'foreign',
        fields: async ({ sql, ownerId }) => {
          const [row] = await sql`insert into sessions (token_hash, user_id, expires_at)
            values (${randomBytes(32)}, ${ownerId}, now() + interval '12 hours') returning id`
          return { sessionId: String(row?.id) }
        },
      },
      endOtherSessionsAction: own({}),
    },
    'app/(entry)/actions.ts': { acceptAsUserAction: own({ token: 'x' }) },
  },
}
