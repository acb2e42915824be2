/** The part of a collaborator that the dialogs show and change. */
export type Subject = {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly typeId: number | null
  readonly active: boolean
  /** The day on which they were last invited at their present address, as it is written. */
  readonly invited: string | null
}

export const fullNameOf = ({ firstName, lastName }: Subject): string => `${firstName} ${lastName}`

/** Whether somebody can be invited by mail. */
export const isInvitable = ({ active, email }: Subject): boolean => active && email !== null
