/** What a merchant needs before it sells, in the order in which it comes to it. */
export const requirements = [
  'owner',
  'two_step',
  'branch',
  'discount',
  'company',
  'credential',
  'calls',
  'certification',
] as const

export type Requirement = (typeof requirements)[number]

/** `waiting`: begun, and somebody else has to go on. */
export type RequirementState = 'met' | 'waiting' | 'missing'

/** What the rows of a merchant say now. */
export type MerchantFacts = {
  readonly hasOwner: boolean
  readonly isInvited: boolean
  readonly hasTwoStep: boolean
  readonly branches: number
  readonly discounts: number
  readonly hasDiscountAhead: boolean
  readonly companies: number
  readonly hasProposal: boolean
  readonly credentials: number
  readonly lastCallAt: Date | null
  readonly isCertified: boolean
  readonly isCertifying: boolean
}

const stateOf = (isMet: boolean, isWaiting: boolean): RequirementState =>
  isMet ? 'met' : isWaiting ? 'waiting' : 'missing'

/** The state of each requirement, computed of live rows and kept nowhere: what was met once and is no more is missing. */
export function requirementsOf(facts: MerchantFacts): { requirement: Requirement; state: RequirementState }[] {
  const states: Record<Requirement, RequirementState> = {
    owner: stateOf(facts.hasOwner, facts.isInvited),
    two_step: stateOf(facts.hasTwoStep, facts.hasOwner),
    branch: stateOf(facts.branches > 0, false),
    discount: stateOf(facts.discounts > 0, facts.hasDiscountAhead),
    company: stateOf(facts.companies > 0, facts.hasProposal),
    credential: stateOf(facts.credentials > 0, false),
    calls: stateOf(facts.lastCallAt !== null, facts.credentials > 0),
    certification: stateOf(facts.isCertified, facts.isCertifying),
  }
  return requirements.map((requirement) => ({ requirement, state: states[requirement] }))
}

/** How many of them are met. */
export const metOf = (facts: MerchantFacts): number =>
  requirementsOf(facts).filter(({ state }) => state === 'met').length
