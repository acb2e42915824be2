import type { OfficeDb, OfficeTx } from '@/db/office'
import { listSoldHours } from '@/db/queries/offices/silences'
import { comparedWith, isUnusuallySilent, type JudgedTerminal, judgedAt, type SoldHour, silenceOf } from './silence'

/** Tells of each of a merchant's tills whether it is silent in hours in which it always sells, and what is to be said of all. */
export async function judgeSilences<T extends Omit<JudgedTerminal, 'isUnusuallySilent'>>(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  terminals: readonly T[],
  now: Date,
) {
  const at = judgedAt(now)
  const sold = new Map<number, SoldHour[]>()
  for (const { terminalId, ...hour } of await listSoldHours(db, merchantId, comparedWith(at)))
    sold.set(terminalId, [...(sold.get(terminalId) ?? []), hour])
  const judged = terminals.map((terminal) => {
    const hours = sold.get(terminal.id) ?? []
    const { lastCallAt } = terminal
    return { ...terminal, isUnusuallySilent: lastCallAt !== null && isUnusuallySilent(lastCallAt, hours, at) }
  })
  return { judged, silence: silenceOf(judged, at) }
}
