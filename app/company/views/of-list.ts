import type { ViewsOf } from '@/app/_components/list/saved-views'
import type { companyLists } from '@/lib/views/lists'
import { changeCompanyViewAction, deleteCompanyViewAction, saveCompanyViewAction } from './actions'

/** The reader's views of one of the company's lists. */
export const viewsOf = (ctx: ViewsOf['ctx'], list: keyof typeof companyLists): ViewsOf => ({
  ctx,
  list,
  actions: { save: saveCompanyViewAction, change: changeCompanyViewAction, remove: deleteCompanyViewAction },
})
