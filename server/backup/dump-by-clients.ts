import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rewriteDatabaseAddress } from '@/lib/kernel/database-address'
import type { Dump } from './dump-by-copy'
import type { Clients } from './find-clients'

const run = promisify(execFile)

/** Dumps the snapshot `snapshotId`, which its transaction keeps open meanwhile, with pg_dump into a file of `directory`. */
export async function dumpByClients(
  clients: Clients,
  databaseUrl: string,
  snapshotId: string,
  directory: string,
): Promise<Dump> {
  const file = join(directory, 'aliado.dump')
  const asWritten = ['--no-owner', '--no-privileges']
  await start(clients.dump, databaseUrl, [
    '--format=custom',
    `--snapshot=${snapshotId}`,
    `--file=${file}`,
    ...asWritten,
  ])
  return {
    bytes: (await stat(file)).size,
    restore: (emptyUrl) =>
      start(clients.restore, emptyUrl, ['--exit-on-error', '--single-transaction', ...asWritten, file]),
  }
}

/** The password is passed in the environment, since every user can read a command line. */
async function start(program: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  let password = ''
  const dbname = rewriteDatabaseAddress(databaseUrl, (url) => {
    password = decodeURIComponent(url.password)
    url.password = ''
    url.searchParams.set('target_session_attrs', 'primary')
  })
  await run(program, [`--dbname=${dbname}`, ...args], { env: { ...process.env, PGPASSWORD: password } })
}
