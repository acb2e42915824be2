import type { Kind } from './new-secret'

/** What the dialog of a replacement asks for when it is opened, in its reader's words: what would be made, or why nothing can be. */
export type ShownProposal =
  | { state: 'full'; max: number }
  | { state: 'replacing'; former: string; successor: string; href: string }
  | {
      state: 'open'
      name: string
      permissions: string
      /** Null for anywhere. */
      addresses: string | null
      /** Of keys. */
      ends: string | null
      isLast: boolean
      max: number
      tills: { value: string; label: string }[]
    }

/** The credential that an action names. */
export type Named = { kind: Kind; id: number }
