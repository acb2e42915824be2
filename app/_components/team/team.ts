import type { TeamKind } from '@/lib/accounts/team'
import type { Action } from '@/lib/web/action'

/** A permission with its name. The reader may give it if they hold it (`mine`), or if nobody does (`unheld`). */
export type Choice = {
  readonly value: string
  readonly label: string
  readonly mine: boolean
  readonly unheld: boolean
}

/** What the actions of an office do with its team. */
export type TeamActions = {
  /** Whether it waits for the approval of another person. */
  readonly invite: Action<{ waits: boolean }>
  readonly withdraw: Action<undefined>
  readonly change: Action<{ name: string }>
  readonly remove: Action<{ name: string }>
}

/** Whose team a form is about: what its members can be given, and what sends the form. */
export type Team = {
  readonly kind: TeamKind
  readonly actions: TeamActions
  readonly choices: readonly Choice[]
  /** Whether a change asks for a fresh code. */
  readonly needsCode: boolean
}
