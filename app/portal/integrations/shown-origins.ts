type Counted = { readonly calls: number; readonly text: string }

/** From where a credential has called, in words, and what of it a list would have refused. */
export type ShownOrigins = Counted & {
  readonly addresses: number
  /** Whether there were more calls than those. */
  readonly isPart: boolean
  readonly refused: Counted & {
    /** Most calls first; `more` are not listed. */
    readonly origins: readonly (Counted & { readonly address: string })[]
    readonly more: number
  }
  readonly proposal: readonly string[]
}

/** Why a list can't be tried: what in it is no address, or how many it may have. */
export type RefusedList = { readonly wrong: string } | { readonly max: number }
