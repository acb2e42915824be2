import { officeOver } from '@/db/office'
import { auditKey, type TrailFault, type TrailVerification, verifyTrail } from '@/lib/audit/trail-file'
import { type RowsFault, type RowsVerification, verifyRows } from '@/lib/audit/verify-rows'
import { findSigningKey } from '@/lib/data-keys/find-signing-key'
import { dataKeysOf } from '@/lib/env'
import { onDatabase } from './on-database'
import { loadEnvironmentFile } from './settings'
import { givenFiles, Refusal, readGiven, verifyingKey } from './signed-files'

/**
 * `npm run audit:verify -- FILE... [--key FILE]`: whether exported days of the trail are what was signed, follow one another, and miss
 * no day and no line, without asking anybody. The key is what `/operator/activity/key` gives; without one, it is that of this
 * installation. `npm run audit:verify`, without a file: whether the rows of this installation's database are what they were when each
 * day was sealed. Ends with 0 when they are, with 1 for anything else.
 */

const command = 'audit:verify'
const usage = `npm run ${command} [-- FILE... [--key FILE]]`

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

const faultsOfRows: Readonly<Record<RowsFault, string>> = {
  event_before: 'has an event before it, though the trail begins with it',
  day_missing: 'has no seal, though days after it have one',
  not_signed: 'has a seal without a signature, though the day before has one',
  signature_wrong: 'has a seal that was not signed by this installation',
  rows_changed: 'is not what it was when it was sealed: a row was changed, removed or added',
}

function sayOfRows(verified: RowsVerification): string {
  if (verified.kind === 'unsealed') return 'No day of the trail is sealed yet.'
  if (verified.kind === 'faulty') return `Not valid: ${verified.day} ${faultsOfRows[verified.fault]}.`
  const { first, last, events, notSigned } = verified
  const note = notSigned > 0 ? `\nnot signed ${notSigned} (sealed before seals were signed)` : ''
  return `Valid.\nfirst day  ${first}\nlast day   ${last}\nevents     ${events}${note}`
}

async function verifyDatabase(): Promise<void> {
  loadEnvironmentFile()
  const verified = await onDatabase(command, async (sql, env) => {
    const db = officeOver(sql)
    return verifyRows(db, await findSigningKey(db, dataKeysOf(env), 'aliado audit signing v1'))
  })
  process.stdout.write(`${sayOfRows(verified)}\n`)
  if (verified.kind !== 'valid') process.exitCode = 1
}

async function main(given: readonly string[]): Promise<void> {
  const { files, keyFile } = givenFiles(given, usage)
  if (files.length === 0 && keyFile === undefined) return verifyDatabase()
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
