/** Why the operator disables a merchant, in the order of the form. */
export const disablingCauses = [
  'requested',
  'contract_ended',
  'payment_pending',
  'documents_missing',
  'security',
  'under_review',
  'other',
] as const

export type DisablingCause = (typeof disablingCauses)[number]

/** How far ahead a disabling can be ordered: whoever reads of it later than that has forgotten it. */
export const disablingDaysMax = 90

export const disablingMessageLengthMax = 1_000

/** What the people of a merchant read of its disabling. */
export type Disabling = {
  readonly cause: DisablingCause
  readonly message: string
  readonly takesEffectAt: Date
  readonly tookEffectAt: Date | null
}

/** Whether a merchant sells, sells until a moment, or does not. */
export const merchantStates = ['enabled', 'scheduled', 'disabled'] as const

export type MerchantState = (typeof merchantStates)[number]

/** Tills ask `enabled` alone; what was ordered and has not taken effect is ahead. */
export const merchantStateOf = (
  enabled: boolean,
  disabling: Pick<Disabling, 'tookEffectAt'> | null | undefined,
): MerchantState => {
  if (!enabled) return 'disabled'
  return disabling && disabling.tookEffectAt === null ? 'scheduled' : 'enabled'
}
