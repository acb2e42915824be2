import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../fixtures/program'

/** A client in another language, with a program that makes calls and one that sells through a day. */
export type Client = {
  /** What is given comes in as JSON, and what the program prints is returned. Throws with what it said. */
  run<Found>(program: 'calls' | 'day', given: unknown): Promise<Found>
}

const here = import.meta.dirname
const clients = join(here, '../../clients')

export const python: Client = {
  run: (program, given) =>
    answerOf([findProgram('python3', 'python3'), '-B', join(here, 'python', `${program}.py`)], given, {
      PYTHONPATH: join(clients, 'python'),
    }),
}

export const php: Client = {
  run: (program, given) =>
    answerOf([findProgram('php', 'php-cli'), join(here, 'php', `${program}.php`)], given, {
      ALIADO_CLIENT: join(clients, 'php/Aliado.php'),
    }),
}

/** The assemblies beside those that a compiler takes by itself. */
export const assemblies = ['System.Net.Http', 'System.Runtime.Serialization']

/** Compiled once in a run of a test file; C# of 2017, which also .NET Framework's compilers know. */
let compiled: string | undefined

function compiledCsharp(): string {
  if (compiled !== undefined) return compiled
  const folder = mkdtempSync(join(tmpdir(), 'aliado-csharp-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'clients.exe')
  const references = assemblies.map((name) => `-r:${name}`)
  execFileSync(findProgram('mcs', 'mono-mcs'), [
    ...['-langversion:7.2', '-warn:4', '-warnaserror', ...references, `-out:${program}`],
    join(clients, 'csharp/Aliado.cs'),
    ...['Calls', 'Day', 'Program'].map((name) => join(here, 'csharp', `${name}.cs`)),
  ])
  compiled = program
  return program
}

export const csharp: Client = {
  run: (program, given) => answerOf([findProgram('mono', 'mono-runtime'), compiledCsharp(), program], given, {}),
}

async function answerOf<Found>(
  [command, ...words]: readonly [string, ...string[]],
  given: unknown,
  env: Readonly<Record<string, string>>,
): Promise<Found> {
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = { out: '', wrong: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.wrong += text
  })
  child.stdin.end(JSON.stringify(given))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${words.at(-1)} ended with ${code}: ${said.wrong}${said.out}`)
  return JSON.parse(said.out)
}
