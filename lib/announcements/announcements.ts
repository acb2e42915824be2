/** What the operator tells the people of the offices, between two days. */

export const audiences = ['all', 'merchants', 'companies'] as const

export type Audience = (typeof audiences)[number]

/** How an announcement stands: it waits for its first day, is shown, is over, or was taken back. */
export type AnnouncementState = 'waiting' | 'shown' | 'over' | 'withdrawn'

export function stateOf(
  { showFrom, showUntil, withdrawnAt }: { showFrom: Date; showUntil: Date; withdrawnAt: Date | null },
  now: Date,
): AnnouncementState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (now >= showUntil) return 'over'
  return now < showFrom ? 'waiting' : 'shown'
}
