/** For how long after its approval the file of an export can be had. */
export const downloadHours = 24

type Decided = {
  readonly kind: string
  readonly decision: string | null
  readonly decidedAt: Date | null
  readonly decidedBy: number | null
  readonly proposedBy: number
}

/** Until when a person may have the file of an approval: of an export that was carried out, and who proposed or approved it. */
export function downloadUntil(approval: Decided, userId: number, now: Date): Date | undefined {
  const { kind, decision, decidedAt, decidedBy, proposedBy } = approval
  const isDone = kind === 'export_data' && (decision === 'approved' || decision === 'alone')
  if (!isDone || decidedAt === null || ![proposedBy, decidedBy].includes(userId)) return undefined
  const until = new Date(decidedAt.getTime() + downloadHours * 3_600_000)
  return now < until ? until : undefined
}
