import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type Evidence,
  publishedKey,
  readPublicKey,
  signingKey,
  type Verification,
  verifyEvidence,
} from '@/lib/certification/evidence'
import { dataDirectory, loadEnvironmentFile } from './settings'

/**
 * `npm run certificate:verify -- FILE [--key FILE]`: whether the evidence of a certification is what was signed, without asking
 * anybody. The key is what `/certificates/key` publishes; without one, it is that of this installation. Ends with 0 for a valid
 * certificate, with 1 for anything else.
 */

/** An error whose message is meant for who runs the command. */
class Refusal extends Error {}

const usage = 'npm run certificate:verify -- FILE [--key FILE]'

/** npm runs its scripts in the project, whatever the current folder is. */
async function read(path: string): Promise<string> {
  const from = process.env.npm_lifecycle_event === 'certificate:verify' ? process.env.INIT_CWD : undefined
  return readFile(resolve(from ?? '.', path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${path} cannot be read: ${error.code ?? 'unknown reason'}.`)
  })
}

async function keyOf(file: string | undefined) {
  if (file !== undefined) {
    const key = readPublicKey(await read(file))
    if (key === undefined) throw new Refusal(`${file} is no public key of Ed25519, as PEM or JWK.`)
    return key
  }
  loadEnvironmentFile()
  const dataKey = process.env.DATA_KEY || (await readFile(join(dataDirectory(), 'data-key'), 'utf8').catch(() => ''))
  if (dataKey.trim() === '') {
    throw new Refusal(`This installation has no key: give one with --key, from /certificates/key of who issued.`)
  }
  const own = readPublicKey(publishedKey(signingKey(dataKey.trim())).pem)
  if (own === undefined) throw new Refusal('The key of this installation cannot be read.')
  return own
}

const about = ({ adapter, certificate, merchant, plan, endedAt, validUntil, checks }: Evidence): string =>
  [
    `adapter      ${adapter.name}${adapter.version === null ? '' : ` ${adapter.version}`}`,
    `certificate  ${certificate ?? 'none'}`,
    `merchant     ${merchant}`,
    `plan         ${plan}`,
    `ended        ${endedAt}`,
    `valid until  ${validUntil ?? 'never valid'}`,
    `checks       ${checks.filter(({ outcome }) => outcome === 'pass').length} of ${checks.length} pass`,
  ].join('\n')

function say(verified: Verification): string {
  switch (verified.kind) {
    case 'valid':
      return `Valid.\n${about(verified.evidence)}`
    case 'not_passed':
      return `Not valid: the evidence is genuine, of a run that was not passed.\n${about(verified.evidence)}`
    case 'expired':
      return `Not valid any more: the certificate is genuine, and over.\n${about(verified.evidence)}`
    case 'not_json':
      return 'Not valid: the file is not JSON.'
    case 'unknown_format':
      return 'Not valid: the file is no evidence of a certification.'
    case 'other_key':
      return 'Not valid: it was signed with another key than this one.'
    case 'changed':
      return 'Not valid: the file is not what was signed. It must be as it was downloaded, byte for byte.'
  }
}

async function main([...given]: readonly string[]): Promise<void> {
  const at = given.indexOf('--key')
  const [, key] = at < 0 ? [] : given.splice(at, 2)
  const [file, ...more] = given
  if (file === undefined || more.length > 0 || (at >= 0 && key === undefined)) throw new Refusal(`Usage: ${usage}`)
  const verified = verifyEvidence(await read(file), await keyOf(key), new Date())
  process.stdout.write(`${say(verified)}\n`)
  if (verified.kind !== 'valid') process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`)
  process.exitCode = 1
})
