import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Corrects postgres.js where it is installed (ADR-0018). The published 3.4.9 does not reset its row counter when a statement
 * fails after its first row: the next result of that connection begins with empty places. And a statement for a connection that has
 * just closed, such as the rollback of its transaction, is written to no socket, an error that nobody can catch, which ends the
 * process. And each statement outlives its answer: V8 makes a function that is written where it is assigned to a property among its
 * old objects, and what those refer to stays until the next full collection (ADR-0088). And V8 never optimises what makes a
 * statement or a result, and hashes the whole text of a statement each time that it is sent (ADR-0089). Only the very files that
 * we have read are changed: what comes of it is known too, so no other version is taken for a corrected one.
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
  // Where its classes say what a derived array or promise is.
  ...(['Array', 'Promise'] as const).map(
    (kind) =>
      [
        `  static get [Symbol.species]() {\n    return ${kind}\n  }\n`,
        `  static {\n    Object.defineProperty(this, Symbol.species, { configurable: true, get: () => ${kind} })\n  }\n`,
      ] as const,
  ),
  // Where it looks a statement up by the text that it makes of its types and its own text.
  ['    , statements = {}\n', '    , statements = {}\n    , signatures = new Map()\n'],
  ['      statements = {}\n', '      statements = {}\n      signatures.clear()\n'],
  ['    q.signature = q.prepare && types + string\n', '    q.signature = q.prepare && signatureOf(string, types)\n'],
  [
    '  function write(x, fn) {\n',
    `  // The same text each time: V8 keeps its hash
  function signatureOf(string, types) {
    const last = signatures.get(string)
    if (last && last.types.length === types.length && last.types.every((type, i) => type === types[i]))
      return last.signature

    const signature = types + string
    signatures.set(string, { types: types.slice(), signature })
    return signature
  }

  function write(x, fn) {\n`,
  ],
] as const

/** SHA-256 of what Node is to load: `src` by import, `cjs` by require. Nobody here loads `cf`, which is for Cloudflare's workers. */
export const files = [
  {
    path: 'src/connection.js',
    corrected: 'ac55cb0ecaf1120d071de731148eaf5a56363731af0f15439a9d30325ac59122',
  },
  {
    path: 'cjs/src/connection.js',
    corrected: 'd1389a718a951993f12e3e06e4985b0fa7b4ed69cc4380ed027574444a5ad12f',
  },
  {
    path: 'src/query.js',
    corrected: '29adadf028834d9273193072b6a421f573718ddf6dd329b364a80bbf6f25576c',
  },
  {
    path: 'cjs/src/query.js',
    corrected: '489315316da2818b1ea5b78f4d78cbe449525fdfab46e11c7457fa8a810121fd',
  },
  {
    path: 'src/result.js',
    corrected: '11252d3ad1daef8c9a7c820c918ad4c364f468c20b492a199e566c1761d7f6f8',
  },
  {
    path: 'cjs/src/result.js',
    corrected: 'c1957420a8b288c7acb96a551b803b1cdd9cf2e0cacbe714c7866cca4f688f3b',
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
