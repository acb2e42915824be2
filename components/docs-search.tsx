'use client'

import type { ReactNode } from 'react'
import { SearchKeys } from './shell/search-keys'
import { partsOf } from './ui/parts-of'

const dialog = partsOf(() => import('./docs-search-dialog'))
const DocsSearchDialog = dialog.part('DocsSearchDialog')
const opens = ['search'] as const

/** The keys of the documentation, and the search that they open; `index` is the address of what is searched. */
export const DocsSearch = ({ index, children }: { index: string; children: ReactNode }) => (
  <SearchKeys
    load={dialog.load}
    opens={opens}
    dialogs={({ opened, close }) => <DocsSearchDialog index={index} open={opened === 'search'} onClose={close} />}
  >
    {children}
  </SearchKeys>
)
