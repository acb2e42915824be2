import { newInvitation } from './team'
import type { Call, Fields, Ways } from './ways'
import type { World } from './world'

/** Made anew for a call that uses it up: of the network, and so nobody's own. */
const newMerchant = async ({ make, sql }: World, state: 'enabled' | 'scheduled' | 'disabled' = 'enabled') => {
  const merchant = await make.merchant({ enabled: state !== 'disabled' })
  if (state === 'scheduled') {
    await sql`insert into merchant_disablings (merchant_id, cause, message, ordered_by, takes_effect_at)
      select ${merchant.id}, 'other', 'Prueba', min(id), now() + interval '1 day' from users`
  }
  return merchant
}

const described = (own: World) => ({ name: own.text('Nuevo'), legalId: '' })

const on = (fields: (own: World) => Fields | Promise<Fields>): Call => ({ on: 'foreign', fields })

const pairOf = async (own: World, from: 'merchant' | 'company'): Promise<Fields> => {
  const [merchant, company] = [await newMerchant(own), await own.make.company()]
  await own.make.affiliation(company.id, merchant.id)
  const confirmation = from === 'merchant' ? company.name : merchant.name
  return { merchantId: String(merchant.id), companyId: String(company.id), confirmation }
}

const invitationOf = (own: World, of: { merchantId: number } | { companyId: number }, permission: string) =>
  newInvitation(own, { ...of, invitedBy: own.ownerId, permission })

export const network: Ways = {
  pages: {
    '/operator/merchants': { path: ({ merchantName }) => `/operator/merchants?q=${encodeURIComponent(merchantName)}` },
    '/operator/merchants/[id]': { path: ({ merchantId }) => `/operator/merchants/${merchantId}` },
    '/operator/merchants/[id]/disable': { path: ({ merchantId }) => `/operator/merchants/${merchantId}/disable` },
    '/operator/companies': { path: ({ companyName }) => `/operator/companies?q=${encodeURIComponent(companyName)}` },
    '/operator/companies/[id]': { path: ({ companyId }) => `/operator/companies/${companyId}` },
  },
  actions: {
    'app/operator/merchants/actions.ts': {
      createMerchantAction: on((own) => ({ ...described(own), ownerEmail: own.email() })),
      changeMerchantAction: on(async (own) => ({ merchantId: String((await newMerchant(own)).id), ...described(own) })),
      inviteMerchantOwnerAction: on((own) => ({ merchantId: String(own.merchantId), email: own.email() })),
      withdrawMerchantOwnerAction: on(async (own) => ({
        merchantId: String(own.merchantId),
        ...(await invitationOf(own, { merchantId: own.merchantId }, 'merchant.team.manage')),
      })),
      affiliateCompanyAction: on(async (own) => ({
        merchantId: String(own.merchantId),
        other: (await own.make.company()).name,
      })),
      endCompanyAction: on((own) => pairOf(own, 'merchant')),
      enableMerchantAction: on(async (own) => ({ merchantId: String((await newMerchant(own, 'disabled')).id) })),
      undoDisablingAction: on(async (own) => ({ merchantId: String((await newMerchant(own, 'scheduled')).id) })),
      disableMerchantAction: on(async (own) => {
        const { id, name } = await newMerchant(own)
        return { merchantId: String(id), cause: 'other', message: 'Prueba', when: 'now', confirmation: name }
      }),
    },
    'app/operator/companies/actions.ts': {
      createCompanyAction: on((own) => ({ ...described(own), ownerEmail: own.email() })),
      changeCompanyAction: on(async (own) => ({ companyId: String((await own.make.company()).id), ...described(own) })),
      inviteCompanyOwnerAction: on((own) => ({ companyId: String(own.companyId), email: own.email() })),
      withdrawCompanyOwnerAction: on(async (own) => ({
        companyId: String(own.companyId),
        ...(await invitationOf(own, { companyId: own.companyId }, 'company.team.manage')),
      })),
      affiliateMerchantAction: on(async (own) => ({
        companyId: String(own.companyId),
        other: (await newMerchant(own)).name,
      })),
      endMerchantAction: on((own) => pairOf(own, 'company')),
    },
  },
}
