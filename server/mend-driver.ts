import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Corrects postgres.js where it is installed (ADR-0018). The published 3.4.9 does not reset its row counter when a statement
 * fails after its first row: the next result of that connection begins with empty places. Only the very files that we have read
 * are changed, and their corrected form is known too, so no other version is taken for a corrected one.
 */
const version = '3.4.9'
const driverFolder = fileURLToPath(new URL('../node_modules/postgres', import.meta.url))

/** Where the driver prepares the next result, which must begin at its first row. */
const published = '    result = new Result()\n    connectTimer.cancel()\n'
const corrected = '    result = new Result()\n    rows = 0\n    connectTimer.cancel()\n'

/** SHA-256 of what Node loads: `src` by import, `cjs` by require. Nobody here loads `cf`, which is for Cloudflare's workers. */
const files = [
  {
    path: 'src/connection.js',
    published: 'ee3a218d9aa6a6f2887c1a19da50009335fe84c11a5431d5cab72d6bc528632f',
    corrected: '3c6510aa3622183989cdd97c3f21d2640629db5c26e8a6a6ce480d3b78d78df5',
  },
  {
    path: 'cjs/src/connection.js',
    published: 'ce6d375809baad79963ef9b3773e6ac757bcf6da2362d4d85482bb14c2c751be',
    corrected: '11b659a9a05e5d7ac98bcde88833f4784a9e3188e6f1058e5c9f21cdfc03a12e',
  },
]

/**
 * Brings the driver to its corrected state. Throws when it is not the one that we know: then nothing is built or tested until
 * somebody has read it. Any number of processes may do it at the same time.
 */
export async function mendDriver(folder = driverFolder): Promise<void> {
  const { version: found } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version?: unknown }
  if (found !== version) throw unknownDriver(`version ${found} is installed, and ${version} is the one we know`)
  for (const file of files) {
    const path = join(folder, file.path)
    const text = await readFile(path, 'utf8')
    const sum = checksum(text)
    if (sum === file.corrected) continue
    if (sum !== file.published) throw unknownDriver(`${file.path} has the checksum ${sum}, which is not one of ours`)
    await replace(path, text.replace(published, corrected), file.corrected)
  }
}

/**
 * Writes under another name and then renames: nobody ever reads half a file, and a file that is linked from elsewhere stays as it
 * is.
 */
async function replace(path: string, text: string, expected: string): Promise<void> {
  if (checksum(text) !== expected) throw unknownDriver(`${path} did not come out as expected`)
  const beside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(beside, text)
    await rename(beside, path)
  } catch (cause) {
    await rm(beside, { force: true })
    throw new Error(`The PostgreSQL driver needs its correction (ADR-0018), and ${path} cannot be written`, {
      cause,
    })
  }
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex')

const unknownDriver = (what: string): Error =>
  new Error(
    `The PostgreSQL driver is not the one that we correct: ${what}. Read docs/decisions/0018-the-driver-is-corrected.md, then run npm ci`,
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) await mendDriver()
