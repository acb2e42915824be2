/** What one chooses from, by its name. */
export type Choice = { readonly id: number; readonly name: string }

/** Who stands at the till, as typed: in memory alone. */
export type Customer = { readonly identificationTypeId: number; readonly identification: string }
