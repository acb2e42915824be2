import { auditKey, type TrailFault, type TrailVerification, verifyTrail } from '@/lib/audit/trail-file'
import { givenFiles, Refusal, readGiven, verifyingKey } from './signed-files'

/**
 * `npm run audit:verify -- FILE... [--key FILE]`: whether exported days of the trail are what was signed, follow one another, and miss
 * no day and no line, without asking anybody. The key is what `/operator/activity/key` gives; without one, it is that of this
 * installation. Ends with 0 when they are, with 1 for anything else.
 */

const command = 'audit:verify'
const usage = `npm run ${command} -- FILE... [--key FILE]`

const faults: Readonly<Record<TrailFault['kind'], string>> = {
  unknown_format: 'is no exported day of a trail',
  no_end: 'has no end: lines are missing there, or the file was cut',
  other_key: 'was signed with another key than this one',
  signature_wrong: 'is not what was signed',
  line_changed: 'was changed: a line does not follow the one before it',
  day_missing: 'does not follow the day before: a file is missing',
  day_twice: 'is of the same day as another file',
  other_day_before: 'does not follow the file of the day before, one of which was replaced',
}

function say(verified: TrailVerification): string {
  if (verified.kind === 'valid') {
    const { first, last, events } = verified
    return `Valid.\nfirst day  ${first}\nlast day   ${last}\nevents     ${events}`
  }
  const { name, fault } = verified
  const where = 'line' in fault ? ` (line ${fault.line})` : 'day' in fault ? ` (${fault.day})` : ''
  return `Not valid: ${name} ${faults[fault.kind]}${where}.`
}

async function main(given: readonly string[]): Promise<void> {
  const { files, keyFile } = givenFiles(given, usage)
  if (files.length === 0) throw new Refusal(`Usage: ${usage}`)
  const key = await verifyingKey(command, { keyFile, published: '/operator/activity/key', keyOf: auditKey })
  const read = await Promise.all(files.map(async (name) => ({ name, text: await readGiven(command, name) })))
  const verified = verifyTrail(read, key)
  process.stdout.write(`${say(verified)}\n`)
  if (verified.kind !== 'valid') process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`)
  process.exitCode = 1
})
