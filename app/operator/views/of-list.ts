import type { ViewsOf } from '@/app/_components/list/saved-views'
import type { operatorLists } from '@/lib/views/lists'
import { changeOperatorViewAction, deleteOperatorViewAction, saveOperatorViewAction } from './actions'

/** The reader's views of one of the operator's lists. */
export const viewsOf = (ctx: ViewsOf['ctx'], list: keyof typeof operatorLists): ViewsOf => ({
  ctx,
  list,
  actions: { save: saveOperatorViewAction, change: changeOperatorViewAction, remove: deleteOperatorViewAction },
})
