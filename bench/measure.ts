import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** CPU and memory of processes, from /proc; on a system without it every figure is NaN and shown as a dash. */

const ticksPerSecond = (() => {
  try {
    return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  } catch {
    return 100
  }
})()

/** The fields of /proc/<pid>/stat from `state` (the third, here 0) on: the second holds a name, which may have any character. */
async function statOf(pid: number): Promise<readonly string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

const field = (stat: readonly string[] | undefined, at: number): number => Number(stat?.[at] ?? Number.NaN)

export const parentOf = async (pid: number): Promise<number> => field(await statOf(pid), 1)

/** User and system time of a process, all of its threads. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await statOf(pid)
  return (field(stat, 11) + field(stat, 12)) / ticksPerSecond
}

/** The children of a process: each with its number and what `statOf` says of it. */
async function childrenOf(pid: number): Promise<readonly { pid: number; stat: readonly string[] | undefined }[]> {
  const pids = (await readdir('/proc').catch((): string[] => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(pids.map(async (each) => ({ pid: each, stat: await statOf(each) })))
  return all.filter(({ stat }) => field(stat, 1) === pid)
}

/** User and system time of a process and of all its children, those that have ended included. */
export async function familyCpuSeconds(pid: number): Promise<number> {
  const own = await statOf(pid)
  let ticks = field(own, 11) + field(own, 12) + field(own, 13) + field(own, 14)
  for (const { stat } of await childrenOf(pid)) ticks += field(stat, 11) + field(stat, 12)
  return ticks / ticksPerSecond
}

/** Resident memory of a process and of all its children; what several of them share counts once (PSS, proc(5)). */
export async function familyPssMiB(pid: number): Promise<number> {
  const family = [pid, ...(await childrenOf(pid)).map((child) => child.pid)]
  const pages = await Promise.all(
    family.map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, 'latin1').catch(() => undefined)
      // A child that has ended since has none; of the process itself there must be some.
      if (text === undefined) return each === pid ? Number.NaN : 0
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
    }),
  )
  return pages.reduce((sum, kibibytes) => sum + kibibytes, 0) / 1024
}

/** Resident memory, now and at its highest. */
export async function residentMiB(pid: number): Promise<{ now: number; peak: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? Number.NaN) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** The middle of some figures; the mean of the two in the middle of an even number. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The smallest figure that this part of the figures does not exceed. `sorted` is ascending. */
export const percentile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? Number.NaN
