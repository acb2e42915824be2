import { createHash } from 'node:crypto'
import type { Outcome, PlannedLine } from './plan'

export type Counts = Readonly<Record<Outcome, number>> & { readonly warned: number }

export function countLines(lines: readonly PlannedLine[]): Counts {
  const counts = { added: 0, changed: 0, same: 0, refused: 0, warned: 0 }
  for (const { outcome, warnings } of lines) {
    counts[outcome] += 1
    if (outcome !== 'refused' && warnings.length > 0) counts.warned += 1
  }
  return counts
}

/** Identifies one plan: its counts and a hash of its lines. The reader confirms the plan that they saw. */
export function planFingerprint(lines: readonly PlannedLine[]): string {
  const hash = createHash('sha256')
  for (const { line, outcome, cells, before } of lines) {
    hash.update(`${JSON.stringify([line, outcome, Object.entries(cells), before ?? null])}\n`)
  }
  const { added, changed, same, refused: left } = countLines(lines)
  return [added, changed, same, left, hash.digest('hex').slice(0, 32)].join('.')
}

/** The counts in a fingerprint, to tell what has changed since; undefined for a text that is no fingerprint. */
export function countsOfFingerprint(fingerprint: string): Pick<Counts, Outcome> | undefined {
  const [, added, changed, same, left] =
    /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})\.(\d{1,6})\.[0-9a-f]{32}$/.exec(fingerprint) ?? []
  if (added === undefined) return undefined
  return { added: Number(added), changed: Number(changed), same: Number(same), refused: Number(left) }
}
