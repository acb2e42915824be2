import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres, stopAbandonedPostgres } from '@/server/embedded-postgres'
import { servingAddress } from '@/server/embedded-role'
import { migrateWhenNeeded } from '@/server/migrations'

const run = promisify(execFile)

/** A PostgreSQL whose disk is small and its own, with the role that serves. */
export type SmallDisk = {
  readonly ownerUrl: string
  readonly servingUrl: string
  /** Leaves not a byte. */
  fill(): Promise<void>
  /** Gives back what `fill` took. */
  empty(): Promise<void>
  stop(): Promise<void>
}

const prefix = 'aliado-disk-'
const megabytes = 160
const pieceBytes = 1 << 20

/** A disk that is memory, which root alone may mount, also in most containers that are given CAP_SYS_ADMIN. */
export async function startOnSmallDisk(): Promise<SmallDisk> {
  await clearAbandoned()
  const disk = await mkdtemp(join(tmpdir(), prefix))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'aliado-test', disk]).catch((cause) => {
    throw new Error('A full disk takes a disk of its own: run this as root, where it may mount (CAP_SYS_ADMIN).', {
      cause,
    })
  })
  const directory = join(disk, 'data')
  const postgres = await startEmbeddedPostgres({ directory, durable: true })
  const servingUrl = await servingAddress(postgres.databaseUrl, directory)
  await migrateWhenNeeded({ DATABASE_URL: servingUrl, MIGRATION_DATABASE_URL: postgres.databaseUrl })
  const filler = join(disk, 'filler')
  return {
    ownerUrl: postgres.databaseUrl,
    servingUrl,
    fill: () => fill(filler),
    empty: () => rm(filler),
    stop: async () => {
      await postgres.stop()
      await remove(disk)
    },
  }
}

/** Ever smaller pieces, until not even a byte has room. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (let size = pieceBytes; size >= 1; ) {
      const written = await file.write(Buffer.alloc(size)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      })
      if (!written) size = Math.floor(size / 2)
    }
  } finally {
    await file.close()
  }
}

async function remove(disk: string): Promise<void> {
  await run('umount', ['--lazy', disk]).catch(() => undefined)
  await rm(disk, { recursive: true, force: true })
}

/** A run that was killed leaves its server and its disk behind. */
async function clearAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const disk of names.map((name) => join(tmpdir(), name))) {
    if (await stopAbandonedPostgres(join(disk, 'data'))) await remove(disk)
  }
}
