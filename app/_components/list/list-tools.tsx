import type { ComponentProps } from 'react'
import { ColumnMenu } from './column-menu'
import { SavedViews, type ViewsOf } from './saved-views'

/** What stands at the end of a list's bar: the reader's views, and the columns. */
export const ListTools = ({ views, ...props }: ComponentProps<typeof ColumnMenu> & { views: ViewsOf }) => (
  <div className="flex gap-2">
    <SavedViews of={views} view={props.view} />
    <ColumnMenu {...props} />
  </div>
)
