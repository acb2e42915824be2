import { operatorOf } from './operator'
import type { Call, Ways } from './ways'
import type { World } from './world'

type Of = 'merchant' | 'company' | 'operator'

/** A view of a list that its owner keeps. */
async function newView(own: World, of: Of): Promise<{ viewId: string }> {
  const { sql, text } = own
  const operatorId = of === 'operator' ? await operatorOf(own) : 0
  const [key, office, person, list] = {
    operator: ['operator_id', operatorId, operatorId, 'network_merchants'],
    merchant: ['merchant_id', own.merchantId, own.ownerId, 'consumptions'],
    company: ['company_id', own.companyId, own.companyOwnerId, 'collaborators'],
  }[of] as [string, number, number, string]
  const [row] = await sql`
    insert into saved_views (user_id, ${sql(key)}, list, name, query)
    values (${person}, ${office}, ${list}, ${text('Vista').slice(0, 40)}, 'sort=when') returning id`
  return { viewId: String(row?.id) }
}

const save = (list: string): Call => ({
  on: 'own',
  fields: ({ text }) => ({ list, name: text('Vista').slice(0, 40), query: 'size=25' }),
})

const change = (of: Of): Call => ({
  on: 'foreign',
  fields: async (own) => ({ ...(await newView(own, of)), name: own.text('Otra').slice(0, 40) }),
})

const remove = (of: Of): Call => ({ on: 'foreign', fields: (own) => newView(own, of) })

export const views: Ways = {
  actions: {
    'app/portal/views/actions.ts': {
      saveViewAction: save('consumptions'),
      changeViewAction: change('merchant'),
      deleteViewAction: remove('merchant'),
    },
    'app/operator/views/actions.ts': {
      saveOperatorViewAction: save('network_merchants'),
      changeOperatorViewAction: change('operator'),
      deleteOperatorViewAction: remove('operator'),
    },
    'app/company/views/actions.ts': {
      saveCompanyViewAction: save('collaborators'),
      changeCompanyViewAction: change('company'),
      deleteCompanyViewAction: remove('company'),
    },
  },
}
