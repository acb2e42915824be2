import type { ViewsOf } from '@/app/_components/list/saved-views'
import type { merchantLists } from '@/lib/views/lists'
import { changeViewAction, deleteViewAction, saveViewAction } from './actions'

/** The reader's views of one of the merchant's lists. */
export const viewsOf = (ctx: ViewsOf['ctx'], list: keyof typeof merchantLists): ViewsOf => ({
  ctx,
  list,
  actions: { save: saveViewAction, change: changeViewAction, remove: deleteViewAction },
})
