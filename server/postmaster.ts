import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The server process of one data directory, as its `postmaster.pid` tells. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  readonly status: 'starting' | 'ready' | 'stopping'
}

/** How long open sessions and the last checkpoint may take before PostgreSQL is made to leave them to recovery. */
const stopLimitMs = 20_000

/**
 * The server that runs on `data`, if one does. A `postmaster.pid` that a crash left behind is not one, also when its number
 * belongs to another process by now; such a file is removed, since PostgreSQL itself would take it for a running server.
 */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined
  if (!isPostmaster(pid, data)) {
    if (commandOf(pid)) await rm(file, { force: true })
    return undefined
  }
  const status = lines[7]?.trim()
  return { pid, port: Number(lines[3]), status: status === 'ready' || status === 'stopping' ? status : 'starting' }
}

/** Whether `pid` is, at this moment, the server of `data`: a number alone may have passed on to another process. */
export const isPostmaster = (pid: number, data: string): boolean => commandOf(pid).includes(`-D ${data} `)

/** Stops the server of `data`: sessions end, what is committed is on disk. Does nothing when it is gone. Signals before it waits. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  const fastUntil = Date.now() + stopLimitMs
  let signal: NodeJS.Signals = 'SIGINT'
  if (isPostmaster(pid, data)) process.kill(pid, signal)
  while (isPostmaster(pid, data)) {
    await wait(10)
    if (signal === 'SIGINT' && Date.now() > fastUntil) {
      signal = 'SIGQUIT'
      process.kill(pid, signal)
    }
  }
}

/** The command line of a process and a space; empty when there is none, or when only its exit status is left. */
function commandOf(pid: number): string {
  try {
    const args =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8', stdio: 'pipe' })
    return args.trim() && `${args.trim()} `
  } catch {
    return ''
  }
}
