import { later } from './moments'

/** How the tills of a client come to its new secret after a rotation (ADR-0042). */

/** The worst first. */
export const switchStates = ['refused', 'former', 'unheard', 'switched'] as const
export type SwitchState = (typeof switchStates)[number]

export type Switching = {
  /** When its client last proved to know the secret that the till uses. */
  readonly secretAt: Date | null
  readonly lastCallAt: Date | null
  readonly lastTokenAt: Date | null
  readonly refusedAt: Date | null
  readonly refusedReason: string | null
}

/**
 * Where a till stands since the rotation: `switched` once it came with the new secret, whatever it presents by another program afterwards
 * is a refusal again; `refused` when it last presented the former one; `former` while it calls with a token of the former one;
 * `unheard` when nothing came from it.
 */
export function switchStateOf(till: Switching, rotatedAt: Date): SwitchState {
  const { secretAt, refusedAt, refusedReason } = till
  const switchedAt = secretAt !== null && secretAt >= rotatedAt ? secretAt : undefined
  const wasRefused = refusedReason === 'previous_secret' && refusedAt !== null && refusedAt >= rotatedAt
  if (wasRefused && (switchedAt === undefined || refusedAt > switchedAt)) return 'refused'
  if (switchedAt !== undefined) return 'switched'
  return till.lastCallAt !== null && till.lastCallAt >= rotatedAt ? 'former' : 'unheard'
}

/** When that was seen: the last sign of the till that decides. */
export function seenAtOf(till: Switching, state: SwitchState): Date | null {
  switch (state) {
    case 'refused':
      return till.refusedAt
    case 'switched':
      return till.secretAt
    case 'former':
      return till.lastCallAt
    case 'unheard':
      return later(till.lastCallAt, till.lastTokenAt)
  }
}
