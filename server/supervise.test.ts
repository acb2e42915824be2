import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmbeddedPostgres } from './embedded-postgres'
import { keepAlive, keepPostgres, type Supervised } from './supervise'

const soon = { interval: 10 }

let directory: string
let supervised: Supervised | undefined

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  directory = await mkdtemp(join(tmpdir(), 'aliado-supervise-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  supervised?.kill()
  await supervised?.stop(0)
  await rm(directory, { recursive: true, force: true })
})

/** Runs a program that first writes its process id as a line of `pids`. */
async function keep(body: string): Promise<Supervised> {
  const program = join(directory, 'program.mjs')
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs'\nconst ready = () => appendFileSync('pids', process.pid + '\\n')\n${body}`,
  )
  supervised = keepAlive('The program', [program], { cwd: directory, env: process.env })
  return supervised
}

const pids = async () =>
  (await readFile(join(directory, 'pids'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)

async function nthPid(n: number): Promise<number> {
  await expect.poll(async () => (await pids()).length, soon).toBeGreaterThanOrEqual(n)
  return (await pids())[n - 1] ?? 0
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const lives = 'setInterval(() => {}, 1000)\nready()'

describe('a supervised process', () => {
  it('is started again when it dies', async () => {
    await keep(lives)
    process.kill(await nthPid(1), 'SIGKILL')
    const second = await nthPid(2)
    process.kill(second, 'SIGKILL')
    expect(isAlive(await nthPid(3))).toBe(true)
  })

  it('is asked to end, and stays ended', async () => {
    const program = await keep(lives)
    const pid = await nthPid(1)
    await program.stop(10_000)
    expect(isAlive(pid)).toBe(false)
    expect(await pids()).toHaveLength(1)
    expect(console.error).not.toHaveBeenCalled()
  })

  it('is killed when it has not ended in time', async () => {
    const program = await keep(`process.on('SIGTERM', () => {})\n${lives}`)
    const pid = await nthPid(1)
    await program.stop(50)
    expect(isAlive(pid)).toBe(false)
    expect(console.error).toHaveBeenCalledWith('The program had not ended after 50 ms, and is killed')
  })

  it('has threads that work', async () => {
    await writeFile(
      join(directory, 'thread.mjs'),
      `import { parentPort } from 'node:worker_threads'\nparentPort.postMessage('')`,
    )
    await keep(
      `import { Worker } from 'node:worker_threads'
      new Worker('./thread.mjs').once('message', ready)
      setInterval(() => {}, 1000)`,
    )
    expect(isAlive(await nthPid(1))).toBe(true)
  })

  it('does not wait for its next start when it is to end', async () => {
    const program = await keep('ready()')
    await nthPid(4)
    const startedAt = Date.now()
    await program.stop(10_000)
    // The next start is a second after the death.
    expect(Date.now() - startedAt).toBeLessThan(800)
    expect(await pids()).toHaveLength(4)
  })
})

describe('a kept PostgreSQL', () => {
  it('is asked for again until it is there, and the last one is ended', async () => {
    const ended: string[] = []
    const server = (name: string, isRunning: boolean): EmbeddedPostgres => ({
      databaseUrl: name,
      isRunning: () => isRunning,
      stop: async () => void ended.push(name),
    })
    let attempts = 0
    const kept = keepPostgres(server('first', false), async () => {
      attempts += 1
      if (attempts === 1) throw new Error('not yet')
      return server('second', true)
    })
    await expect.poll(() => attempts, soon).toBe(2)
    await kept.stop()
    expect(ended).toEqual(['second'])
  })
})
