import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Drive, Gathered } from './load-plan'
import { cpuSeconds } from './measure'
import { isRepeatable } from './requests'

const watchEveryMs = 20

/** Closed loop by wrk, where the machine has it: it takes a third of the CPU that a generator in JavaScript takes. */
export async function driveWrk({ plan, all }: Drive) {
  const { program, script, directory } = plan.wrk ?? { program: 'wrk', script: 'wrk.lua', directory: '.' }
  const file = join(directory, `requests-${process.pid}`)
  const out = createWriteStream(file)
  out.write(isRepeatable(plan.operation) ? '1\n' : '0\n')
  for (const { bytes } of all) {
    out.write(`${bytes.length}\n`)
    out.write(bytes)
  }
  await new Promise<void>((done) => out.end(done))

  const options = ['-t1', `-c${plan.connections}`, `-d${Math.ceil(plan.seconds)}s`, '--timeout', '10s', '-s', script]
  const child = spawn(program, [...options, plan.url, '--', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let ownCpuSeconds = 0
  const watch = setInterval(async () => {
    const seconds = await cpuSeconds(child.pid ?? 0)
    if (seconds > ownCpuSeconds) ownCpuSeconds = seconds
  }, watchEveryMs)
  const said = await text(child.stdout)
  const [code] = await exited
  clearInterval(watch)
  await rm(file, { force: true })
  if (code !== 0) throw new Error(`wrk ended with ${code}: ${said.slice(0, 500)}`)

  const gathered = new Gathered(0)
  let [micros, p50, p99, p999, max] = [0, 0, 0, 0, 0]
  for (const line of said.split('\n')) {
    const [kind, first = '', ...rest] = line.split('\t')
    if (kind === '@status') {
      gathered.statuses[first] = Number(rest[0])
      gathered.count += Number(rest[0])
    } else if (kind === '@sample') gathered.samples.push({ n: Number(first), body: rest.join('\t') })
    else if (kind === '@summary') {
      micros = Number(first)
      ;[p50 = 0, p99 = 0, p999 = 0, max = 0, gathered.errors = 0] = rest.map(Number)
    }
  }
  const summary = { p50: p50 / 1000, p99: p99 / 1000, p999: p999 / 1000, max: max / 1000 }
  return { gathered, seconds: micros / 1e6, summary, cpuSeconds: ownCpuSeconds }
}
