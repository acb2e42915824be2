import type { World } from './world'

/** What a form sends. */
export type Fields = Readonly<Record<string, string | readonly string[] | File>>

/** How to call an action so that it works. */
export type Call = {
  /** The fields of a call by the owner; they name things of theirs, made anew for every call where the call uses them up. */
  readonly fields: (own: World) => Fields | Promise<Fields>
  /** `foreign`: they name something by its id, so that a stranger who sends the same is refused. `own`: whoever calls acts on their own. */
  readonly on: 'foreign' | 'own'
}

/** How to open a page that is of somebody. */
export type Visit = {
  /** Its address, filled with ids of the owner's. Not needed where the template leaves nothing open. */
  readonly path?: (own: World) => string | Promise<string>
  /** False where the page shows its owner nothing that could be recognised. */
  readonly shows?: false
}

/** What the tests of access must be told of a section. Pages by their template, actions by their file and name. */
export type Ways = {
  readonly pages?: Readonly<Record<string, Visit>>
  readonly actions?: Readonly<Record<string, Readonly<Record<string, Call>>>>
}
