import type { LockedTerminal } from '@/db/queries/offices/terminals'
import { terminalNoteLengthMax } from './length'

const later = (one: Date | null, other: Date | null): Date | null =>
  one !== null && other !== null && other > one ? other : (one ?? other)

const acceptedAt = ({ lastCallAt, lastTokenAt }: LockedTerminal): number =>
  later(lastCallAt, lastTokenAt)?.getTime() ?? 0

/** What belongs to the last accepted call goes with the later one, as when tills' processes write it (ADR-0037). */
const calledWith = ({
  apiKeyId,
  oauthClientId,
  secretAt,
  address,
  userAgent,
  userAgentSince,
  previousUserAgent,
}: LockedTerminal) => ({
  ...{ apiKeyId, oauthClientId, secretAt, address, userAgent, userAgentSince, previousUserAgent },
})

const refusedWith = ({ refusedAt, refusedReason, refusedOperation, refusedAddress }: LockedTerminal) => ({
  ...{ refusedAt, refusedReason, refusedOperation, refusedAddress },
})

/** What is known of a till once another is its past: later times win, its own name goes first, and nothing that was noted is lost. */
export function mergedFacts(into: LockedTerminal, former: LockedTerminal) {
  const [last, first] = acceptedAt(former) > acceptedAt(into) ? [former, into] : [into, former]
  const notes = [into.note, former.note].filter((note) => note !== null)
  return {
    ...calledWith(last),
    ...refusedWith((former.refusedAt ?? 0) > (into.refusedAt ?? 0) ? former : into),
    branchId: last.branchId ?? first.branchId,
    name: into.name ?? former.name,
    note: notes.length === 0 ? null : [...new Set(notes)].join(' · '),
    firstSeenAt: into.firstSeenAt < former.firstSeenAt ? into.firstSeenAt : former.firstSeenAt,
    seenAt: into.seenAt > former.seenAt ? into.seenAt : former.seenAt,
    lastCallAt: later(into.lastCallAt, former.lastCallAt),
    lastTokenAt: later(into.lastTokenAt, former.lastTokenAt),
    lastSaleAt: later(into.lastSaleAt, former.lastSaleAt),
  }
}

/** Whether what was noted of both is more than a note holds. */
export const isNoteTooLong = ({ note }: { readonly note: string | null }): boolean =>
  (note?.length ?? 0) > terminalNoteLengthMax
