import {
  findBacklog,
  listDays,
  listFailing,
  listHours,
  listMinutes,
  type MinuteRecord,
} from '@/db/queries/offices/network-minutes'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { instantsOfDays, spanOf } from '@/lib/overview/overview'
import { deviationOf } from './deviation'
import { addBins, withinMs } from './latency'
import { networkPermission } from './permission'

const hourMs = 3_600_000
/** A till's calls are written once a minute: an hour is told once what came in it is surely there, as with silences. */
const settledMs = 3 * 60_000

const minutesShown = 60
/** Within how many minutes a merchant's calls count as failing now. */
export const failingMinutes = 15
const listMax = 20

/** After how many minutes without a sum the figures are told as old. */
const staleMs = 5 * 60_000

export const latencyOf = (several: readonly MinuteRecord['bins'][]) => {
  const bins = addBins(several)
  return { p50: withinMs(bins, 0.5), p99: withinMs(bins, 0.99) }
}

/** The codes of refusals of several minutes, the most frequent first. */
export function codesOf(several: readonly MinuteRecord['codes'][]): readonly { code: string; calls: number }[] {
  return Object.entries(addBins(several))
    .map(([code, calls]) => ({ code, calls }))
    .toSorted((a, b) => b.calls - a.calls || a.code.localeCompare(b.code))
}

const sumOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

/**
 * How the network is: the last hour by the minute, the last days, whose calls fail, who sells unlike the same weekday and hour, and
 * what waits. No person is in it. Throws `permission_missing`.
 */
export async function showHealth({ db, member }: Pick<OperatorContext, 'db' | 'member'>, now: Date = new Date()) {
  requirePermission(member, networkPermission)
  const hour = new Date(Math.floor((now.getTime() - settledMs) / hourMs) * hourMs - hourMs)
  const [minutes, days, failing, hours, backlog] = await Promise.all([
    listMinutes(db, minutesShown),
    listDays(db, instantsOfDays(spanOf({ kind: 'last_7_days' }, now), now).from),
    listFailing(db, failingMinutes, listMax),
    listHours(db, hour),
    findBacklog(db),
  ])
  const sums = {
    calls: sumOf(minutes, 'calls'),
    done: sumOf(minutes, 'done'),
    failed: sumOf(minutes, 'failed'),
    authorized: sumOf(minutes, 'authorized'),
    confirmed: sumOf(minutes, 'confirmed'),
    expired: sumOf(minutes, 'expired'),
  }
  const newest = minutes[0]?.minute
  return {
    minutes: minutes.map((one) => ({ ...one, ...latencyOf([one.bins]), refusals: codesOf([one.codes]) })),
    hour: { ...sums, ...latencyOf(minutes.map(({ bins }) => bins)), refusals: codesOf(minutes.map((m) => m.codes)) },
    days: days.map((one) => ({ ...one, ...latencyOf([one.bins]), refusals: codesOf([one.codes]) })),
    failing,
    deviations: hours
      .flatMap((one) => {
        const deviation = deviationOf(one)
        return deviation ? [{ id: one.id, name: one.name, sales: one.sales, ...deviation }] : []
      })
      .toSorted((a, b) => a.part - b.part)
      .slice(0, listMax),
    deviationHour: hour,
    backlog,
    newest,
    /** Whether nothing was summed for so long that the figures are not of now. */
    isStale: newest === undefined || now.getTime() - newest.getTime() > staleMs,
  }
}

export type Health = Awaited<ReturnType<typeof showHealth>>
