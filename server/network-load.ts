import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import postgres from 'postgres'
import { dataKeysOf } from '@/lib/env'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { NetworkFileFault } from '@/lib/network-file/faults'
import { parseNetworkFile } from '@/lib/network-file/file'
import { type LoadedNetwork, loadNetwork } from '@/lib/network-file/load-network'
import { onDatabase } from './on-database'
import { loadEnvironmentFile } from './settings'
import { stopSignals } from './stop-signals'

/**
 * `npm run network:load -- FILE` (network.md): loads a network file. Standard output carries one JSON object and nothing else;
 * progress and faults go to standard error, which never sees a secret or an identification.
 */

const faultsShownMax = 100

/** An error whose message is meant for the operator as it is. */
class Refusal extends Error {}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** The file, parsed. What JSON.parse says is not passed on: it quotes the text, which may be a secret. */
async function readNetworkFile(path: string): Promise<unknown> {
  // npm runs its scripts in the project, whatever the operator's current folder is.
  const from = process.env.npm_lifecycle_event === 'network:load' ? process.env.INIT_CWD : undefined
  const bytes = await readFile(resolve(from ?? '.', path)).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`The network file cannot be read: ${error.code ?? 'unknown reason'}.`)
  })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('The network file is not UTF-8.')
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = error instanceof Error && /at position (\d+)/.exec(error.message)?.[1]
    const line = position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : ''
    throw new Refusal(`The network file is not JSON${line}.`)
  }
}

const load = (file: unknown, stopped: Promise<never>): Promise<LoadedNetwork> =>
  onDatabase('network:load', (sql, env) =>
    Promise.race([loadNetwork(sql, file, deriveIdentificationKeys(dataKeysOf(env)), env.SERVICE_ENVIRONMENT), stopped]),
  )

function sayFaults(fault: NetworkFileFault): void {
  say(`${fault.message}. Nothing was written.`)
  for (const { path, message } of fault.faults.slice(0, faultsShownMax)) {
    say(`  ${path}: ${message}`)
  }
  const more = fault.faults.length - faultsShownMax
  if (more > 0) say(`  and ${more} more`)
}

/** Why it failed. Of PostgreSQL's own errors about values only the code is told: their texts quote values. */
function reasonOf(error: unknown): string {
  if (error instanceof postgres.PostgresError && /^2[23]/.test(error.code)) {
    return `PostgreSQL refused what was to be written (${error.code} ${error.constraint_name ?? ''}).`
  }
  return error instanceof Error ? error.message : 'unknown reason'
}

async function main(paths: readonly string[]): Promise<void> {
  const [path] = paths
  if (path === undefined || paths.length > 1) throw new Refusal('Usage: npm run network:load -- FILE')
  const signals = stopSignals()
  const stopped = signals.received.then(() => {
    throw new Refusal('Stopped.')
  })
  stopped.catch(() => {})

  const file = await readNetworkFile(path)
  const { merchants, companies } = parseNetworkFile(file)
  const people = companies.reduce((sum, { collaborators }) => sum + collaborators.length, 0)
  say(`Loading ${merchants.length} merchants, ${companies.length} companies, ${people} collaborators`)
  const loaded = await load(file, stopped)
  say(`Loaded after ${process.uptime().toFixed(1)} s`)
  process.stdout.write(`${JSON.stringify(loaded, null, 2)}\n`)
}

try {
  loadEnvironmentFile()
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof NetworkFileFault) sayFaults(error)
  else say(reasonOf(error))
  process.exitCode = 1
}
