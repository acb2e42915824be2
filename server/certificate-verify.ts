import { type Evidence, signingKey, type Verification, verifyEvidence } from '@/lib/certification/evidence'
import { givenFiles, Refusal, readGiven, verifyingKey } from './signed-files'

/**
 * `npm run certificate:verify -- FILE [--key FILE]`: whether the evidence of a certification is what was signed, without asking
 * anybody. The key is what `/certificates/key` publishes; without one, it is that of this installation. Ends with 0 for a valid
 * certificate, with 1 for anything else.
 */

const command = 'certificate:verify'

const usage = 'npm run certificate:verify -- FILE [--key FILE]'

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

async function main(given: readonly string[]): Promise<void> {
  const { files, keyFile } = givenFiles(given, usage)
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw new Refusal(`Usage: ${usage}`)
  const key = await verifyingKey(command, { keyFile, published: '/certificates/key', keyOf: signingKey })
  const verified = verifyEvidence(await readGiven(command, file), key, new Date())
  process.stdout.write(`${say(verified)}\n`)
  if (verified.kind !== 'valid') process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`)
  process.exitCode = 1
})
