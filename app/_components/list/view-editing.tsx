'use client'

import type { ReactNode } from 'react'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { KeptView } from '@/lib/views/keep-views'
import type { ViewActions } from './view-dialogs'

const dialogs = partsOf(() => import('./view-dialogs'))
const SaveDialog = dialogs.part('SaveDialog')
const EditDialog = dialogs.part('EditDialog')

/** Keeps what the list shows now as a view or, if it is one, changes that. */
export function ViewEditing(props: {
  /** What its button says. */
  face: ReactNode
  list: string
  query: string
  /** The view that the list shows now. */
  current: KeptView | undefined
  opensFromMenu: boolean
  actions: ViewActions
}) {
  const { face, list, query, current, opensFromMenu, actions } = props
  return (
    <Opener
      key={current?.id}
      loads={dialogs}
      trigger={
        <button
          type="button"
          className="flex h-9 w-full items-center gap-2 rounded-md px-2.5 text-sm font-medium hover:bg-hover"
        >
          {face}
        </button>
      }
    >
      {(opened) =>
        current === undefined ? (
          <SaveDialog {...opened} list={list} query={query} save={actions.save} />
        ) : (
          <EditDialog {...opened} view={current} actions={actions} opensFromMenu={opensFromMenu} />
        )
      }
    </Opener>
  )
}
