/**
 * The fleet of `npm run demo:fleet` and its day: which tills there are, behind which credentials, what each does when, and what is wrong
 * with three of them. The same sizes make the same plan.
 */

/** `formerSecret`: goes on with the secret from before the rotation. `fastClock`: 40 minutes ahead. `lostAnswers`: its network loses them. */
export type Fault = 'formerSecret' | 'fastClock' | 'lostAnswers'

/** `puttingBack`: the customer puts something back before paying. `givingUp`: and pays nothing. `stranger`: nobody's collaborator. */
type Purchase = 'whole' | 'puttingBack' | 'givingUp' | 'stranger'

export type Moment = {
  /** Of the simulated day, after midnight. */
  readonly minute: number
  readonly purchase: Purchase
  /** How many answers to its reservation are lost on their way. */
  readonly answersLost: number
}

export type PlannedTill = {
  /** Its `X-Terminal-Id`. */
  readonly terminal: string
  readonly branch: string
  readonly credential: string
  readonly fault: Fault | undefined
  readonly morning: readonly Moment[]
  readonly afternoon: readonly Moment[]
}

export const credentials = [
  { name: 'POS Distrito Nacional', kind: 'api_key' },
  { name: 'POS Zona Colonial', kind: 'api_key' },
  { name: 'Cajas Santiago', kind: 'oauth_client' },
  { name: 'Cajas Este', kind: 'oauth_client' },
] as const

/** The client whose secret is replaced in the middle of the day. */
export const rotatedCredential = 'Cajas Este'

export const branches = [
  { key: 'naco', name: 'Naco', credential: 'POS Distrito Nacional' },
  { key: 'churchill', name: 'Churchill', credential: 'POS Distrito Nacional' },
  { key: 'colonial', name: 'Zona Colonial', credential: 'POS Zona Colonial' },
  { key: 'santiago', name: 'Santiago, Los Jardines', credential: 'Cajas Santiago' },
  { key: 'punta-cana', name: 'Punta Cana', credential: 'Cajas Este' },
  { key: 'romana', name: 'La Romana', credential: 'Cajas Este' },
] as const

/** Fifty tills, by branch. */
export const fullSizes: readonly number[] = [10, 9, 9, 8, 7, 7]

export const opensAt = 8 * 60
export const rotatesAt = 14 * 60
export const closesAt = 20 * 60

const faults: Readonly<Record<string, Fault>> = {
  'NACO-02': 'lostAnswers',
  'SANTIAGO-02': 'fastClock',
  'ROMANA-02': 'formerSecret',
}

/** Tills that close before the rotation, so that nobody knows whether they have the new secret. */
const closedInTheAfternoon: ReadonlySet<string> = new Set(['PUNTA-CANA-01'])

const purchases = [
  ...(['whole', 'stranger', 'puttingBack', 'whole'] as const),
  ...(['whole', 'givingUp', 'whole', 'puttingBack'] as const),
]

export function planFleet(sizes: readonly number[]): readonly PlannedTill[] {
  const places = branches.flatMap((branch, at) =>
    Array.from({ length: sizes[at] ?? 0 }, (_, n) => ({
      branch,
      terminal: `${branch.key.toUpperCase()}-${String(n + 1).padStart(2, '0')}`,
    })),
  )
  return places.map(({ branch, terminal }, place) => {
    const fault = faults[terminal]
    const moments = momentsOf(place, places.length, fault)
    return {
      ...{ terminal, branch: branch.key, credential: branch.credential, fault },
      morning: moments.filter(({ minute }) => minute < rotatesAt),
      afternoon: closedInTheAfternoon.has(terminal) ? [] : moments.filter(({ minute }) => minute >= rotatesAt),
    }
  })
}

/** Half of a till's moments are before the rotation. Those of the tills are spread, so that they do not call all at once. */
function momentsOf(place: number, tills: number, fault: Fault | undefined): Moment[] {
  const step = (closesAt - opensAt) / purchases.length
  return purchases.map((purchase, n) => ({
    minute: opensAt + (n + place / tills) * step,
    purchase,
    // A till asks twice: when both answers are lost it gives up, and what was reserved expires.
    answersLost: fault !== 'lostAnswers' ? 0 : n % 4 === 3 ? 1 : 2,
  }))
}
