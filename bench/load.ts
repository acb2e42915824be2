import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '@/server/settings'
import { type Cleanups, VoidRun } from './cleanups'
import type { LoadPlan, LoadResult } from './load-plan'
import { Inbox, startProcess } from './processes'
import { rightStatus } from './requests'

/** The wrk of this machine; undefined where there is none, and autocannon stands in. */
export function findWrk(directory: string): LoadPlan['wrk'] {
  try {
    const program = execFileSync('sh', ['-c', 'command -v wrk'], { encoding: 'utf8' }).trim()
    return { program, script: join(projectRoot, 'bench/wrk.lua'), directory }
  } catch {
    return undefined
  }
}

/**
 * Drives a target as planned, in a process of its own. `atStart` and `atEnd` are called right before and after, when requests
 * are already made and not yet checked. Throws VoidRun when an answer was wrong, refused or missing.
 */
export async function drive(
  program: string,
  plan: LoadPlan,
  cleanups: Cleanups,
  measure: { atStart: () => Promise<void>; atEnd: () => Promise<void> },
): Promise<LoadResult> {
  const { child, stop } = startProcess(program, {}, cleanups, ['--max-old-space-size=4096'])
  const inbox = new Inbox(child)
  child.send(plan)
  await inbox.next()
  await measure.atStart()
  child.send('go')
  const driven = await inbox.next()
  if (driven !== 'driven') throw new VoidRun(`the load generator said ${driven}`)
  await measure.atEnd()
  const result = await inbox.next<LoadResult>()
  await stop()
  refuseWrong(plan, result)
  return result
}

function refuseWrong(plan: LoadPlan, result: LoadResult): void {
  const where = `${plan.operation} at ${plan.url}`
  const right = String(rightStatus[plan.operation])
  const others = Object.entries(result.statuses).filter(([status]) => status !== right)
  if (others.length > 0) throw new VoidRun(`${where}: statuses other than ${right}: ${JSON.stringify(others)}`)
  if (result.errors > 0) throw new VoidRun(`${where}: ${result.errors} requests without an answer`)
  if (result.faults.length > 0) {
    const first = result.faults.slice(0, 3).join('\n  ')
    throw new VoidRun(`${where}: ${result.faults.length} of ${result.checked} checked answers are wrong:\n  ${first}`)
  }
  if (result.requests === 0) throw new VoidRun(`${where}: no answer`)
}
