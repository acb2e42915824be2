import type { Call, Ways } from './ways'
import type { World } from './world'

type Of = 'merchant' | 'company'

/** A view of a list that its owner keeps. */
async function newView(own: World, of: Of): Promise<{ viewId: string }> {
  const { sql, text } = own
  const [key, office, person, list] =
    of === 'merchant'
      ? (['merchant_id', own.merchantId, own.ownerId, 'consumptions'] as const)
      : (['company_id', own.companyId, own.companyOwnerId, 'collaborators'] as const)
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
    'app/company/views/actions.ts': {
      saveCompanyViewAction: save('collaborators'),
      changeCompanyViewAction: change('company'),
      deleteCompanyViewAction: remove('company'),
    },
  },
}
