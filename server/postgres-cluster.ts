import { execFile } from 'node:child_process'
import { chown, lstat, mkdtemp, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, type Binaries, postgresAccount, reachableBinaries, reachableHome } from './postgres-host'

const run = promisify(execFile)

export const superuser = 'aliado'

/** The environment variables that PostgreSQL gets: none that could change how it behaves, or that it need not know. */
export const postgresVariables = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  NODE_ENV: 'production' as const,
  LC_ALL: 'C',
  TZ: 'UTC',
}

export type Cluster = { readonly data: string; readonly account: Account | undefined; readonly binaries: Binaries }

/**
 * The cluster in `<directory>/postgres`, made at the first call. It appears whole or not at all: an initdb that was interrupted,
 * or that lost a race with another process, leaves nothing behind that a start could take for a database.
 */
export async function openCluster(
  directory: string,
  settings: { password: string; durable: boolean },
): Promise<Cluster> {
  const place = join(directory, 'postgres')
  const existing = await existingCluster(place)
  if (existing) {
    const { uid, gid } = await stat(existing)
    const account = process.getuid?.() === 0 ? { uid, gid } : undefined
    return { data: existing, account, binaries: await reachableBinaries(account) }
  }

  const account = await postgresAccount()
  const binaries = await reachableBinaries(account)
  const home = await reachableHome(directory, account)
  const fresh = await mkdtemp(join(home, 'postgres-'))
  try {
    await initialise(fresh, { account, binaries, ...settings })
    await (home === directory ? rename(fresh, place) : symlink(fresh, place))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!(await existingCluster(place))) throw error
  }
  return { data: await realpath(place), account, binaries }
}

async function existingCluster(place: string): Promise<string | undefined> {
  const entry = await lstat(place).catch(() => undefined)
  if (!entry) return undefined
  return realpath(place).catch((cause) => {
    throw new Error(`${place} points to a place that is gone. Restore it, or remove the link to begin anew.`, { cause })
  })
}

async function initialise(
  data: string,
  settings: { account: Account | undefined; binaries: Binaries; password: string; durable: boolean },
): Promise<void> {
  const { account, binaries, password, durable } = settings
  const passwordFile = `${data}.password`
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' })
    if (account) await Promise.all([data, passwordFile].map((path) => chown(path, account.uid, account.gid)))
    const args = [`--pgdata=${data}`, `--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    args.push('--encoding=UTF8', '--locale=C')
    // Tests begin thousands of sessions, each of which would hash the password 4,096 times on both sides.
    if (!durable) args.push('--no-sync', '-c', 'scram_iterations=1')
    await run(binaries.initdb, args, { ...identity(account), cwd: '/', env: postgresVariables })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** The options of `spawn` that make a child run as `account`. */
export const identity = (account: Account | undefined): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}
