/** A branch for which a secret can be handed over. */
export type BranchChoice = { readonly id: number; readonly name: string }
