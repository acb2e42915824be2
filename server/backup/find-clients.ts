import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debianPrograms = '/usr/lib/postgresql'

/** pg_dump and pg_restore of one version, by their paths. */
export type Clients = { readonly major: number; readonly dump: string; readonly restore: string }

/**
 * The first pg_dump with its pg_restore, in PG_BIN, PATH or Debian's places, that is not older than the server: pg_dump refuses
 * a newer one. Without it, `missing` says what was found and which package would help.
 */
export async function findClients(serverMajor: number): Promise<Clients | { missing: string }> {
  const debian = await readdir(debianPrograms).catch(() => [])
  const directories = [
    ...(process.env.PG_BIN ? [process.env.PG_BIN] : []),
    ...(process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== ''),
    ...debian.sort((a, b) => Number(b) - Number(a)).map((version) => join(debianPrograms, version, 'bin')),
  ]
  let newest = { major: 0, dump: '' }
  for (const directory of new Set(directories)) {
    const [dump, restore] = [join(directory, 'pg_dump'), join(directory, 'pg_restore')]
    if (!existsSync(dump) || !existsSync(restore)) continue
    const major = await majorOf(dump)
    if (major >= serverMajor) return { major, dump, restore }
    if (major > newest.major) newest = { major, dump }
  }
  const found =
    newest.major === 0
      ? 'there is no pg_dump in PG_BIN, PATH or Debian’s places'
      : `${newest.dump} of version ${newest.major} is older than the server`
  return { missing: `${found} (Debian: postgresql-client-${serverMajor}, from apt.postgresql.org)` }
}

/**
 * The version; 0 for a program that does not say. Each program is asked itself, since Debian's in /usr/bin chooses a version by
 * itself.
 */
async function majorOf(program: string): Promise<number> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }))
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0)
}
