import type { Database } from '@/db/database'
import { keepApiRequestDays } from '@/db/queries/tills/api-requests'
import {
  salesSumsBatch,
  sumAuthorizationDays,
  sumConsumptionCompanyDays,
  sumConsumptionDays,
} from '@/db/queries/tills/sales-sums'
import {
  archiveTerminals,
  disableDueMerchants,
  sweepArchivedTerminals,
  sweepBatchSize,
  sweepExpiredImports,
  sweepExpiredTokens,
  sweepOldCalls,
  sweepOldRefusals,
  sweepOverdueAuthorizations,
  sweepTerminalHours,
} from '@/db/queries/tills/sweep'
import { describeError } from '@/lib/http/log'
import { service } from '@/lib/http/service'

const jobs = [
  { name: 'overdue authorizations', everyMs: 5_000, sweep: expireOverdue },
  { name: 'merchants to disable', everyMs: 5_000, sweep: disableDueMerchants },
  { name: 'expired tokens', everyMs: 60_000, sweep: sweepExpiredTokens },
  { name: 'expired imports', everyMs: 60_000, sweep: sweepExpiredImports },
  { name: 'old calls', everyMs: 600_000, sweep: sweepOldCalls },
  { name: 'old refusals', everyMs: 600_000, sweep: sweepOldRefusals },
  { name: 'old hours of terminals', everyMs: 600_000, sweep: sweepTerminalHours },
  { name: 'terminals long unseen', everyMs: 3_600_000, sweep: archiveTerminals },
  { name: 'archived terminals', everyMs: 3_600_000, sweep: sweepArchivedTerminals },
  // Also at the start of the process: the days to come are made three days ahead.
  { name: 'days of requests', everyMs: 3_600_000, sweep: keepApiRequestDays, atOnce: true },
  // The pages add up what is not summed yet, row by row (ADR-0069).
  { name: 'sums of consumptions', everyMs: 600_000, sweep: sumConsumptionDays, batch: salesSumsBatch },
  {
    name: 'sums of consumptions by company',
    everyMs: 600_000,
    sweep: sumConsumptionCompanyDays,
    batch: salesSumsBatch,
  },
  { name: 'sums of authorizations', everyMs: 600_000, sweep: sumAuthorizationDays, batch: salesSumsBatch },
] as const

async function expireOverdue(db: Database): Promise<number> {
  const swept = await sweepOverdueAuthorizations(db)
  if (swept > 0) service().tally('expired', swept)
  return swept
}

/**
 * Runs the sweeps. Correctness never depends on them (D35), so one that fails is logged and tried again at the next turn. Every
 * process may run them: rows are taken with SKIP LOCKED.
 */
export function startJobs(): { stop: () => Promise<void> } {
  let stopped = false
  const running = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let busy = false
    const take = () => {
      if (busy || stopped) return
      busy = true
      const batch = 'batch' in job ? job.batch : sweepBatchSize
      const turn = sweepAll(job.name, job.sweep, batch, () => stopped).finally(() => {
        busy = false
        running.delete(turn)
      })
      running.add(turn)
    }
    if ('atOnce' in job) take()
    return setInterval(take, job.everyMs)
  })
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

async function sweepAll(
  name: string,
  sweep: (db: Database) => Promise<number>,
  batch: number,
  isStopped: () => boolean,
): Promise<void> {
  const { db, log } = service()
  try {
    let total = 0
    let swept = batch
    while (swept === batch && !isStopped()) {
      swept = await sweep(db)
      total += swept
    }
    if (total > 0) log.debug({ job: name, rows: total }, 'swept')
  } catch (error) {
    log.warn({ job: name, ...describeError(error) }, 'a sweep failed')
  }
}
