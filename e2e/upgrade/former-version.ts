import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import journal from '@/db/migrations/meta/_journal.json' with { type: 'json' }
import { projectRoot } from '@/server/settings'
import { bundleApi } from '../fixtures/api-bundle'

const execute = promisify(execFile)

const git = async (...args: string[]): Promise<string> =>
  (await execute('git', args, { cwd: projectRoot, maxBuffer: 2 ** 20 })).stdout.trim()

const newest = journal.entries.reduce((latest, entry) => (entry.when > latest.when ? entry : latest))

/**
 * The version before: what UPGRADE_FROM names, or the last commit without the newest migration. Throws where this clone does not have
 * it: nothing could be shown.
 */
async function formerCommit(): Promise<string> {
  const given = process.env.UPGRADE_FROM
  try {
    if (given) return await git('rev-parse', '--verify', `${given}^{commit}`)
    const file = `db/migrations/${newest.tag}.sql`
    const adding = await git('log', '--diff-filter=A', '-1', '--format=%H', '--', file)
    // A migration that is not committed yet: all that is has been without it.
    return await git('rev-parse', '--verify', adding ? `${adding}^` : 'HEAD')
  } catch (cause) {
    const what = given ? `the version ${given}` : `the version before the migration ${newest.tag}`
    throw new Error(`This clone does not have ${what}. Fetch the history first: git fetch --unshallow --tags`, {
      cause,
    })
  }
}

export type FormerVersion = {
  readonly commit: string
  /** Where its sources are, with what it depends on. */
  readonly root: string
  readonly apiBundle: string
  readonly newestMigration: string
}

/** The sources of the version before in a folder of the run, and its API in one file. */
export async function bringFormerVersion(): Promise<FormerVersion> {
  const commit = await formerCommit()
  const root = await mkdtemp(join(inject('runDirectory'), 'former-'))
  const archive = join(root, 'sources.tar')
  await git('archive', '--format=tar', `--output=${archive}`, commit)
  await execute('tar', ['-xf', archive, '-C', root])
  await bringPackages(root)
  const { entries }: typeof journal = JSON.parse(await readFile(join(root, 'db/migrations/meta/_journal.json'), 'utf8'))
  const former = entries.reduce((latest, entry) => (entry.when > latest.when ? entry : latest))
  if (former.when >= newest.when) throw new Error(`${commit} has the newest migration too: nothing would be upgraded.`)
  const apiBundle = await bundleApi(root, 'api')
  return { commit, root, apiBundle, newestMigration: former.tag }
}

/** What it depends on: this version's packages where they are the same, and its own where not. */
async function bringPackages(root: string): Promise<void> {
  const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8')
  if ((await lock(root)) === (await lock(projectRoot))) {
    await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
    return
  }
  const npmrc = join(projectRoot, '.npmrc')
  if (existsSync(npmrc)) await cp(npmrc, join(root, '.npmrc'))
  await execute('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, maxBuffer: 2 ** 24 })
}
