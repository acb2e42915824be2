/**
 * Which tills are silent in hours in which they always sell, learnt from the same weekday and hour of four weeks (ADR-0044). Hours
 * are those of the clock: Santo Domingo is whole hours from UTC, all year (D22), so a week before is 168 hours before.
 */

const hourMs = 3_600_000
const weekHours = 168
const weeks = 4

/** A till's calls are written once a minute: an hour is judged when what came in it is surely there. */
const settledMs = 3 * 60_000
/** The most hours of a silence that are looked at, besides the present one. */
const hoursMax = 6
/** How many sales a silence must have lacked: so many fail to come by chance once in 400 times. */
const lackedMin = 6
/** A till that did not call for longer is no longer in use, or is none that always sells. */
const inUseMs = 8 * 24 * hourMs

/** The sales of a till in the same hour of four weeks. */
export type SoldHour = {
  /** How many hours before the present one; 0 for the present one. */
  readonly ago: number
  /** In how many of the weeks it sold, and how much in all of them. */
  readonly weeks: number
  readonly sales: number
}

/** The moment at which a silence is judged: the begin of the hour whose sales are expected now. */
export const judgedAt = (now: Date): Date => new Date(Math.floor((now.getTime() - settledMs) / hourMs) * hourMs)

/** What a till is compared with when it is judged at that moment. */
export const comparedWith = (at: Date) => ({
  at,
  /** A till whose last call was in the hour before, or later, is not silent. */
  quietBefore: new Date(at.getTime() - hourMs),
  inUseSince: new Date(at.getTime() - inUseMs),
  /** The hours to learn from: the present one and those of a silence, in each of the weeks. */
  hours: Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: hoursMax + 1 }, (_, ago) => new Date(at.getTime() - (ago + (week + 1) * weekHours) * hourMs)),
  ).flat(),
})

/**
 * Whether a till is silent although it always sells: not a call in the whole hour before, nor in those before that which count; in all
 * of them and in the present hour it sold in each of the four weeks, and by their average it lacks so many sales as hardly fail to
 * come by chance. So the last hour before a shop closes, and a till that sells now and then, are never told.
 */
export function isUnusuallySilent(lastCallAt: Date, sold: readonly SoldHour[], at: Date): boolean {
  const always = new Map(sold.filter((hour) => hour.weeks === weeks).map(({ ago, sales }) => [ago, sales / weeks]))
  if (!always.has(0)) return false
  const silentHours = Math.floor(at.getTime() / hourMs) - Math.floor(lastCallAt.getTime() / hourMs) - 1
  let lacked = 0
  for (let ago = 1; ago <= Math.min(silentHours, hoursMax) && always.has(ago); ago++) lacked += always.get(ago) ?? 0
  return lacked >= lackedMin
}

/** A till, as its silence is told. */
export type JudgedTerminal = {
  readonly id: number
  /** Empty for calls that name none: nobody knows how many tills they are, and their address may change. */
  readonly terminal: string
  readonly name: string | null
  readonly branchId: number | null
  readonly branchName: string | null
  readonly lastCallAt: Date | null
  readonly silenceMutedAt: Date | null
  readonly isUnusuallySilent: boolean
}

/** Of one branch: tills one by one, or all of it. */
export type SilentPart<T> = {
  readonly branch: { readonly id: number; readonly name: string } | undefined
  readonly isWhole: boolean
  readonly since: Date
  /** Those that one may tell of; of a whole branch also those that may sell nothing at this hour. */
  readonly terminals: readonly T[]
}

/** Nothing calls at all: a holiday, a power cut, or our own outage; or else the branches with silent tills. */
export type Silence<T> =
  | { readonly of: 'merchant'; readonly since: Date; readonly terminals: readonly T[] }
  | { readonly of: 'branches'; readonly parts: readonly SilentPart<T>[] }

/**
 * What is to be said of a merchant's tills, in as few sentences as tell it: one of the merchant when nothing of it calls, one of a
 * branch when nothing there does, else one of each till. Undefined when there is nothing to say.
 */
export function silenceOf<T extends JudgedTerminal>(terminals: readonly T[], at: Date): Silence<T> | undefined {
  const { quietBefore, inUseSince } = comparedWith(at)
  const inUse = terminals.flatMap((terminal) => {
    const { lastCallAt } = terminal
    return lastCallAt !== null && lastCallAt > inUseSince ? [{ terminal, lastCallAt }] : []
  })
  type InUse = (typeof inUse)[number]
  const isTold = ({ terminal }: InUse) => isTellable(terminal) && terminal.isUnusuallySilent
  if (!inUse.some(isTold)) return undefined
  const isQuiet = ({ lastCallAt }: InUse) => lastCallAt < quietBefore
  const isWhole = (those: readonly InUse[]) => those.length > 1 && those.every(isQuiet)
  const sinceOf = (those: readonly InUse[]) =>
    new Date(Math.max(...those.map(({ lastCallAt }) => lastCallAt.getTime())))
  const tellable = (those: readonly InUse[]) =>
    those.flatMap(({ terminal }) => (isTellable(terminal) ? [terminal] : []))
  if (isWhole(inUse)) return { of: 'merchant', since: sinceOf(inUse), terminals: tellable(inUse) }
  const branchIds = new Set(inUse.filter(isTold).map(({ terminal }) => terminal.branchId))
  const parts = [...branchIds].map((id): SilentPart<T> => {
    const ofBranch = inUse.filter(({ terminal }) => terminal.branchId === id)
    const told = ofBranch.filter(isTold)
    const name = told[0]?.terminal.branchName
    const branch = id === null || name == null ? undefined : { id, name }
    const those = branch !== undefined && isWhole(ofBranch) ? ofBranch : told
    return { branch, isWhole: those === ofBranch, since: sinceOf(those), terminals: tellable(those) }
  })
  return { of: 'branches', parts }
}

const isTellable = ({ terminal, silenceMutedAt }: JudgedTerminal): boolean => terminal !== '' && silenceMutedAt === null
