import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * 32 random bytes as text, made when first needed and never changed: a file of mode 0600 in `directory`, which exists. Two
 * processes that ask at once get the same secret, because the file appears whole and never replaces another.
 */
export async function keptSecret(directory: string, name: string, encoding: 'base64' | 'hex'): Promise<string> {
  const file = join(directory, name)
  const kept = await readSecret(file)
  if (kept !== undefined) return kept

  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(32).toString(encoding)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return keptSecret(directory, name, encoding)
}

/** Throws when the file is there and empty: a new secret in its place would make what the old one guards unreadable. */
async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const secret = text?.trim()
  if (secret === '')
    throw new Error(`${file} is empty. Restore it from a backup: what it guards cannot be read without it.`)
  return secret
}
