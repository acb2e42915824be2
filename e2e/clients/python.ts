import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findProgram } from '../fixtures/program'

const here = import.meta.dirname

/** Runs a program of this folder with the Python client beside it: `given` comes in as JSON, and what it prints is returned. Throws with what it said. */
export async function runPython<Found>(program: 'python_calls' | 'python_day', given: unknown): Promise<Found> {
  const child = spawn(findProgram('python3', 'python3'), ['-B', join(here, `${program}.py`)], {
    env: { ...process.env, PYTHONPATH: join(here, '../../clients/python') },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = { out: '', wrong: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.wrong += text
  })
  child.stdin.end(JSON.stringify(given))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.wrong}`)
  return JSON.parse(said.out)
}
