import type { IdentityCode } from '@/lib/sandbox/identities'

/**
 * The plan of a certification (contract of the test environment, Certification): what is checked, and the scenes that an
 * adapter is led through. A run names its plan's version; what changes a verdict is a new version.
 */

export const planVersion = 1

/** `must`: without it no certificate. `should`: two may be missing. */
export type Level = 'must' | 'should'

/** What an adapter may say that it is not made for; the checks that need it then do not apply. */
export const waivers = ['apiKeyOnly', 'noItems', 'noOffline'] as const

export type Waiver = (typeof waivers)[number]

/** What is said of an adapter before its run. */
export type Declarations = Readonly<Record<Waiver, boolean>> & {
  /** Processes of the adapter that use the credential, each with a token of its own. */
  readonly processes: number
}

export const sceneIds = [
  'buy',
  'stranger',
  'rounding',
  'items',
  'removeLine',
  'lostApply',
  'lostConsumption',
  'restart',
  'abandon',
  'expired',
  'limited',
  'unavailable',
  'unreachable',
  'renewal',
  'future',
  'twoTills',
] as const

export type SceneId = (typeof sceneIds)[number]

export const checkIds = [
  'C01',
  'C02',
  'C03',
  'C04',
  'C05',
  'C06',
  'C07',
  'C08',
  'C09',
  'C10',
  'C11',
  'C12',
  'C13',
  'C14',
  'C15',
  'C16',
  'C17',
  'C18',
  'C19',
  'C20',
  'C21',
  'C22',
  'C23',
  'C24',
  'C25',
  'C26',
] as const

export type CheckId = (typeof checkIds)[number]

export type Check = {
  readonly level: Level
  /** The scenes that show it; none where it is judged over all calls of the run. */
  readonly scenes: readonly SceneId[]
  readonly waivedBy?: Waiver
}

export const checks: Readonly<Record<CheckId, Check>> = {
  C01: { level: 'must', scenes: ['buy'] },
  C02: { level: 'must', scenes: ['stranger'] },
  C03: { level: 'must', scenes: ['lostApply'] },
  C04: { level: 'must', scenes: ['lostConsumption'] },
  C05: { level: 'must', scenes: [] },
  C06: { level: 'must', scenes: ['restart'] },
  C07: { level: 'must', scenes: [] },
  C08: { level: 'must', scenes: [] },
  C09: { level: 'must', scenes: ['abandon'] },
  C10: { level: 'should', scenes: ['abandon'] },
  C11: { level: 'must', scenes: ['expired'] },
  C12: { level: 'must', scenes: ['limited'] },
  C13: { level: 'must', scenes: ['unavailable'] },
  C14: { level: 'must', scenes: ['unreachable'], waivedBy: 'noOffline' },
  C15: { level: 'must', scenes: [], waivedBy: 'apiKeyOnly' },
  C16: { level: 'must', scenes: ['renewal'] },
  C17: { level: 'must', scenes: [] },
  C18: { level: 'must', scenes: [] },
  C19: { level: 'must', scenes: ['removeLine'] },
  C20: { level: 'must', scenes: ['buy', 'removeLine'] },
  C21: { level: 'must', scenes: ['rounding'] },
  C22: { level: 'must', scenes: [] },
  C23: { level: 'should', scenes: [] },
  C24: { level: 'must', scenes: ['future'] },
  C25: { level: 'should', scenes: ['items'], waivedBy: 'noItems' },
  C26: { level: 'should', scenes: ['twoTills'] },
}

/** What the service cannot see, and a person types. Amounts are decimal texts. */
export type Attestations = {
  /** What the customer was charged in all for the purchase. */
  readonly chargedTotal?: string
  /** The discount that the till shows. */
  readonly shownDiscount?: string
  /** The total after the line was removed, before the discount. */
  readonly newTotal?: string
  /** The till was switched off, and not only its window closed. */
  readonly wasStopped?: boolean
  /** The sale was finished without the benefit. */
  readonly wasSold?: boolean
  /** The till showed the title of a refusal that it does not know. */
  readonly wasShown?: boolean
}

export type Attestation = keyof Attestations

/** Which attestations are amounts; the others are yes or no. */
export const amountsAttested: readonly Attestation[] = ['chargedTotal', 'shownDiscount', 'newTotal']

export type Arming =
  | { readonly kind: 'unreachable'; readonly seconds: number }
  | { readonly kind: 'additions'; readonly times: number }
  | { readonly kind: 'lost'; readonly operation: 'applyDiscount'; readonly times: number }

export type Scene = {
  readonly id: SceneId
  readonly identity: IdentityCode
  /** What is to be charged, as a decimal text. */
  readonly amount: string
  /** What is armed for the credential as the scene opens, beyond what the identity does. */
  readonly arms?: Arming
  /** It is not closed before: what must not happen has had the time to. */
  readonly secondsMin: number
  readonly attests: readonly Attestation[]
}

/** In the order in which they are shown. `certificationPlan` of the messages says what to do in each. */
export const scenes: readonly Scene[] = [
  { id: 'buy', identity: '01', amount: '1025.00', secondsMin: 0, attests: ['chargedTotal'] },
  { id: 'stranger', identity: '10', amount: '300.00', secondsMin: 0, attests: [] },
  { id: 'rounding', identity: '06', amount: '1000.20', secondsMin: 0, attests: ['shownDiscount'] },
  { id: 'items', identity: '02', amount: '850.00', secondsMin: 0, attests: [] },
  { id: 'removeLine', identity: '01', amount: '900.00', secondsMin: 0, attests: ['newTotal', 'chargedTotal'] },
  { id: 'lostApply', identity: '30', amount: '410.00', secondsMin: 0, attests: [] },
  { id: 'lostConsumption', identity: '31', amount: '520.00', secondsMin: 0, attests: [] },
  {
    id: 'restart',
    identity: '30',
    amount: '630.00',
    // An adapter that repeats by itself would have its answer before anybody can switch the till off.
    arms: { kind: 'lost', operation: 'applyDiscount', times: 5 },
    secondsMin: 0,
    attests: ['wasStopped'],
  },
  { id: 'abandon', identity: '20', amount: '740.00', secondsMin: 25, attests: [] },
  { id: 'expired', identity: '20', amount: '385.00', secondsMin: 0, attests: [] },
  { id: 'limited', identity: '40', amount: '495.00', secondsMin: 0, attests: [] },
  { id: 'unavailable', identity: '41', amount: '560.00', secondsMin: 0, attests: [] },
  {
    id: 'unreachable',
    identity: '01',
    amount: '275.00',
    arms: { kind: 'unreachable', seconds: 60 },
    secondsMin: 60,
    attests: ['wasSold'],
  },
  { id: 'renewal', identity: '50', amount: '615.00', secondsMin: 0, attests: [] },
  {
    id: 'future',
    identity: '01',
    amount: '330.00',
    arms: { kind: 'additions', times: 20 },
    secondsMin: 0,
    attests: ['wasShown'],
  },
  { id: 'twoTills', identity: '01', amount: '150.00', secondsMin: 0, attests: [] },
]

/** By what a judge measures. */
export type Bounds = typeof bounds

export const bounds = {
  /** A call whose answer was lost is sent again within this time (C03, C04). */
  retryMs: 120_000,
  /** A till that was switched off is silent for so long (C06). */
  silenceMs: 60_000,
  /** An abandoned reservation is released within this time (C10). */
  releaseMs: 120_000,
  /** What a client's clock and the network may take off `Retry-After` (C12, C13). */
  earlyMs: 500,
  /** Attempts of one call while the service is unavailable (C13). */
  attemptsMax: 5,
  /** The same call again within this time is a repetition of a balancer's (C13). */
  balancerMs: 50,
  /** A token with more life left than this is used, not replaced (C15). */
  tokenLeftMs: 60_000,
  /** `consumptionDate` is not before the authorization by more than this (C08). */
  beforeApplyMs: 60_000,
  /** `consumptionDate` is not ahead of the service by more than this (C08, D39). */
  aheadMs: 300_000,
  /** Sales that were made further apart than this are not paid at the same moment (C08). */
  constantMs: 10_000,
  /** Renewals of a token, and repetitions, after a credential was refused (C16). */
  renewalsMax: 2,
  /** While connections are refused (C14). */
  unreachableMs: 60_000,
  /** Identifications of the range that nobody was assigned: a typing error (C22). */
  typosMax: 2,
  /** Sales that two tills make at the same time (C26). */
  parallelSales: 10,
}
