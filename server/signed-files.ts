import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { publishedKey, readPublicKey } from '@/lib/kernel/signing-key'
import { dataDirectory, loadEnvironmentFile } from './settings'

/** An error whose message is meant for who runs the command. */
export class Refusal extends Error {}

/** A file named on the command line. npm runs its scripts in the project, whatever the current folder is. */
export async function readGiven(command: string, path: string): Promise<string> {
  const from = process.env.npm_lifecycle_event === command ? process.env.INIT_CWD : undefined
  return readFile(resolve(from ?? '.', path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${path} cannot be read: ${error.code ?? 'unknown reason'}.`)
  })
}

/** What stands on the command line, and the key named by `--key FILE` among it. */
export function givenFiles(
  [...given]: readonly string[],
  usage: string,
): { files: readonly string[]; keyFile: string | undefined } {
  const at = given.indexOf('--key')
  if (at < 0) return { files: given, keyFile: undefined }
  const [, keyFile] = given.splice(at, 2)
  if (keyFile === undefined) throw new Refusal(`Usage: ${usage}`)
  return { files: given, keyFile }
}

/** The public key of a file or, without one, of this installation. */
export async function verifyingKey(
  command: string,
  {
    keyFile,
    published,
    keyOf,
  }: { keyFile: string | undefined; published: string; keyOf: (dataKey: string) => KeyObject },
): Promise<KeyObject> {
  if (keyFile !== undefined) {
    const key = readPublicKey(await readGiven(command, keyFile))
    if (key === undefined) throw new Refusal(`${keyFile} is no public key of Ed25519, as PEM or JWK.`)
    return key
  }
  loadEnvironmentFile()
  const dataKey = process.env.DATA_KEY || (await readFile(join(dataDirectory(), 'data-key'), 'utf8').catch(() => ''))
  if (dataKey.trim() === '') {
    throw new Refusal(`This installation has no key: give one with --key, from ${published} of who issued.`)
  }
  if (Number(process.env.DATA_KEY_GENERATION || 1) > 1) {
    throw new Refusal(`The key of this installation lies in its database: give it with --key, from ${published}.`)
  }
  const own = readPublicKey(publishedKey(keyOf(dataKey.trim())).pem)
  if (own === undefined) throw new Refusal('The key of this installation cannot be read.')
  return own
}
