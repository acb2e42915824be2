import { listJudged } from '@/db/queries/offices/silences'
import {
  findFleet,
  findTerminal,
  listFormerNames,
  listPossibleFormers,
  listTerminalHours,
  listTerminals,
  type TerminalRecord,
} from '@/db/queries/offices/terminals'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { judgeSilences } from './judge-silences'
import type { JudgedTerminal, Silence } from './silence'
import { terminalStateOf } from './state'

type Reader = Pick<OfficeContext, 'db' | 'member'>

const viewOf = (record: TerminalRecord, isUnusuallySilent: boolean, now: Date) => ({
  ...record,
  ...terminalStateOf({ ...record, isUnusuallySilent }, now),
})

/** A till as its merchant's office shows it. */
export type TerminalView = ReturnType<typeof viewOf>

const ofDayMs = 86_400_000

/**
 * The tills of the member's merchant: those that name themselves by branch, those that do not apart; and how many found no room
 * lately. Throws `permission_missing`.
 */
export async function showTerminals({ db, member }: Reader, now: Date) {
  requirePermission(member, integrationsPermission)
  const [records, fleet] = await Promise.all([listTerminals(db, member.merchantId), findFleet(db, member.merchantId)])
  const { silence } = await judgeSilences(db, member.merchantId, records, now)
  const silent = saidAlone(silence)
  const all = records.map((record) => viewOf(record, silent.has(record.id), now))
  const named = all.filter(({ terminal, name }) => terminal !== '' || name !== null)
  const branchIds = [...new Set(named.map(({ branchId }) => branchId))]
  const branches = branchIds.map((id) => {
    const terminals = named.filter(({ branchId }) => branchId === id)
    return { id, name: terminals[0]?.branchName ?? null, terminals }
  })
  const isLate = fleet?.notKeptAt != null && now.getTime() - fleet.notKeptAt.getTime() < 7 * ofDayMs
  return {
    branches: branches.toSorted((one, other) => byName(one.name, other.name)),
    unidentified: all.filter(({ terminal, name }) => terminal === '' && name === null),
    notKept: isLate ? fleet.notKeptTerminals : 0,
    silence,
  }
}

/** The tills of which that is said: not those that are silent with all others. */
const saidAlone = (silence: Silence<JudgedTerminal> | undefined): ReadonlySet<number> => {
  const those = silence?.of === 'branches' ? silence.parts.flatMap(({ terminals }) => terminals) : []
  return new Set(those.flatMap(({ id, isUnusuallySilent }) => (isUnusuallySilent ? [id] : [])))
}

/** By name; tills of which no branch is known come last. */
const byName = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : one.localeCompare(other, 'es')

export const terminalHoursShown = 48

/** One till of the member's merchant, with its calls by hour. Throws `permission_missing`; `not_found`, also for another merchant's. */
export async function showTerminal({ db, member }: Reader, id: number, now: Date) {
  requirePermission(member, integrationsPermission)
  const record = await findTerminal(db, member.merchantId, id)
  if (record === undefined) throw new OfficeFault('not_found')
  const { merchantId } = member
  const { lastCallAt } = record
  const canMerge = record.terminal !== '' && record.archivedAt === null && lastCallAt !== null
  const [hours, beside, formerNames, possibleFormers] = await Promise.all([
    listTerminalHours(db, merchantId, id, terminalHoursShown),
    listJudged(db, merchantId),
    listFormerNames(db, merchantId, id),
    canMerge ? listPossibleFormers(db, merchantId, id, lastCallAt) : [],
  ])
  const { silence } = await judgeSilences(db, merchantId, beside, now)
  return {
    ...viewOf(record, saidAlone(silence).has(id), now),
    hours,
    /** The ids that it had before, and the tills that may be what it was before. */
    formerNames: formerNames.map(({ terminal }) => terminal),
    possibleFormers,
  }
}
