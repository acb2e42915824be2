import type { KeyObject } from 'node:crypto'
import type { OfficeDb } from '@/db/office'
import { type AuditDayRecord, findFirstEventAt, listAuditDays } from '@/db/queries/offices/audit-days'
import { addDays, type LocalDay, startOfDay } from '@/lib/language/days'
import { chainRows } from './seal-days'
import { isSealOf } from './trail-file'

/** What is wrong with a day of the trail as its rows are now. */
export type RowsFault =
  /** Something happened before the day with which the trail began. */
  | 'event_before'
  /** No seal of it, though there are later ones. */
  | 'day_missing'
  /** Without a signature, though a day before has one. */
  | 'not_signed'
  | 'signature_wrong'
  /** Its rows are not what they were when it was sealed. */
  | 'rows_changed'

export type RowsVerification =
  | { readonly kind: 'unsealed' }
  | { readonly kind: 'faulty'; readonly day: LocalDay; readonly fault: RowsFault }
  | {
      readonly kind: 'valid'
      readonly first: LocalDay
      readonly last: LocalDay
      readonly events: number
      /** Days sealed before seals were signed: who can change a row could have changed the seal too. */
      readonly notSigned: number
    }

/** Whether the rows of all sealed days are what they were when each was over, by the key that signed them (P-42). */
export async function verifyRows(db: OfficeDb, key: KeyObject): Promise<RowsVerification> {
  const seals = await listAuditDays(db)
  const [first, last] = [seals[0], seals.at(-1)]
  if (first === undefined || last === undefined) return { kind: 'unsealed' }
  const firstAt = await findFirstEventAt(db)
  if (firstAt !== null && firstAt < startOfDay(first.day)) {
    return { kind: 'faulty', day: first.day, fault: 'event_before' }
  }
  let before: AuditDayRecord | undefined
  for (const seal of seals) {
    const next = before && addDays(before.day, 1)
    if (next !== undefined && seal.day !== next) return { kind: 'faulty', day: next, fault: 'day_missing' }
    const fault = faultOfSeal(seal, before, key) ?? (await faultOfRows(db, seal, before))
    if (fault !== undefined) return { kind: 'faulty', day: seal.day, fault }
    before = seal
  }
  return {
    kind: 'valid',
    first: first.day,
    last: last.day,
    events: seals.reduce((sum, { events }) => sum + events, 0),
    notSigned: seals.filter(({ signature }) => signature === null).length,
  }
}

function faultOfSeal(seal: AuditDayRecord, before: AuditDayRecord | undefined, key: KeyObject): RowsFault | undefined {
  const { signature } = seal
  if (signature === null) return before?.signature ? 'not_signed' : undefined
  return isSealOf(seal, signature, key) ? undefined : 'signature_wrong'
}

async function faultOfRows(
  db: OfficeDb,
  seal: AuditDayRecord,
  before: AuditDayRecord | undefined,
): Promise<RowsFault | undefined> {
  const { events, last } = await chainRows(db, seal.day, before?.last)
  return events === seal.events && last === seal.last ? undefined : 'rows_changed'
}
