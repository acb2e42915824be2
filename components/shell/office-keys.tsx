'use client'

import type { ReactNode } from 'react'
import { partsOf } from '../ui/parts-of'
import type { SearchProps } from './search-dialog'
import { SearchKeys } from './search-keys'

const dialogs = partsOf(() => import('./search-dialog'))
const SearchDialog = dialogs.part('SearchDialog')
const KeysDialog = dialogs.part('KeysDialog')
const opens = ['search', 'keys'] as const

/** The keys of an office, and the two dialogs that they open. */
export const OfficeKeys = ({ search, children }: { search: SearchProps; children: ReactNode }) => (
  <SearchKeys
    load={dialogs.load}
    opens={opens}
    dialogs={({ opened, close, showKeys }) => (
      <>
        <SearchDialog search={search} open={opened === 'search'} onClose={close} onKeys={showKeys} />
        <KeysDialog open={opened === 'keys'} onClose={close} />
      </>
    )}
  >
    {children}
  </SearchKeys>
)
