import type { ComponentProps } from 'react'
import { ColumnMenu } from './column-menu'
import { SavedViews, type ViewsOf } from './saved-views'

/** What stands at the end of a list's bar: the reader's views, where they are kept, and the columns. */
export const ListTools = ({ views, ...props }: ComponentProps<typeof ColumnMenu> & { views: ViewsOf | undefined }) => (
  <div className="flex gap-2">
    {views ? <SavedViews of={views} view={props.view} /> : null}
    <ColumnMenu {...props} />
  </div>
)
