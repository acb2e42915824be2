/** The calls of a sale, in the order in which a till makes them. */
export const trialSteps = ['eligibility', 'apply', 'consume'] as const

export type TrialStep = (typeof trialSteps)[number]
