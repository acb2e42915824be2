import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Corrects postgres.js where it is installed (ADR-0018). The published 3.4.9 does not reset its row counter when a statement
 * fails after its first row: the next result of that connection begins with empty places. And a statement for a connection that has
 * just closed, such as the rollback of its transaction, is written to no socket, an error that nobody can catch, which ends the
 * process. And each statement outlives its answer: V8 makes a function that is written where it is assigned to a property among its
 * old objects, and what those refer to stays until the next full collection (ADR-0088). Only the very files that we have read are
 * changed: what comes of it is known too, so no other version is taken for a corrected one.
 */
const version = '3.4.9'
export const driverFolder = fileURLToPath(new URL('../node_modules/postgres', import.meta.url))

/** What is published, and what stands there once corrected, each once in each file. */
const corrections = [
  // Where the driver prepares the next result, which must begin at its first row.
  [
    '    result = new Result()\n    connectTimer.cancel()\n',
    '    result = new Result()\n    rows = 0\n    connectTimer.cancel()\n',
  ],
  // Where it takes a statement, after it has refused those for a connection that was terminated.
  [
    "'CONNECTION_DESTROYED', options))\n\n    if (stream)",
    "'CONNECTION_DESTROYED', options))\n\n    if (!socket)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n\n    if (stream)",
  ],
  // Where a statement gets the functions that receive its outcome.
  [
    '    this.resolve = x => (this.active = false, resolve(x))\n    this.reject = x => (this.active = false, reject(x))\n\n',
    '    const done = x => (this.active = false, resolve(x))\n    const failed = x => (this.active = false, reject(x))\n    this.resolve = done\n    this.reject = failed\n\n',
  ],
] as const

/** SHA-256 of what Node is to load: `src` by import, `cjs` by require. Nobody here loads `cf`, which is for Cloudflare's workers. */
export const files = [
  {
    path: 'src/connection.js',
    corrected: 'e0d69623a02211bc6de54ec89d5bb10746a031c42cb12ae125942b589f2eb748',
  },
  {
    path: 'cjs/src/connection.js',
    corrected: 'bb8d3f3ede2df2bf8adb1d6bb2ffbe9c42b95886e8d671983bbb18c40fab7598',
  },
  {
    path: 'src/query.js',
    corrected: '762a686bc2a318469435bd5577e49252e52132dc74a36e0e9801454868739e90',
  },
  {
    path: 'cjs/src/query.js',
    corrected: 'a10afbb260dcb8181ab9dd4e0d7bb2c89003e62105837f16d95f49bcc4fc618f',
  },
] as const

/** A file of the driver as npm publishes it. */
export const asPublished = (text: string): string =>
  corrections.reduce((now, [from, to]) => now.replace(to, from), text)

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
    const mended = corrections.reduce((now, [from, to]) => (now.includes(to) ? now : now.replace(from, to)), text)
    // Its result says what it was: as published, or with some of the corrections already.
    if (checksum(mended) !== file.corrected)
      throw unknownDriver(`${file.path} has the checksum ${sum}, which is not one of ours`)
    await replace(path, mended)
  }
}

/**
 * Writes under another name and then renames: nobody ever reads half a file, and a file that is linked from elsewhere stays as it
 * is.
 */
async function replace(path: string, text: string): Promise<void> {
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
