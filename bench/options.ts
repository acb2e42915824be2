import { parseArgs } from 'node:util'
import { type Operation, operations } from './requests'

export const usage = `npm run bench -- [options]

  --quick              one round of 2 s with 64 connections, to see that it works and roughly where things stand
  --only a,b           of ${operations.join(', ')}
  --fixed-rate N       at N requests per second in open loop, latency counted from the moment that a request was due
  --growth             latency of tills in a network with 100 times the people, sales and calls, and the pages of the offices there
  --machines           one, two and three processes of the API as machines, behind nginx, with Redis: what each call costs where
  --memory             resident memory of the API process under a longer load
  --soak MINUTES       the API at half of its maximum and a person in the offices: latency and memory of each minute, and what grows
  --start              time of npm start after a build, until ready
  --scale N            multiplies the network of 100,000 collaborators
  --terminals          compares with calls to the same process that name their terminals, fifty at each merchant
  --before DIR         compares with the API of another checkout too, such as that of the last version
  --rounds N  --seconds N  --connections a,b
  --markdown           prints the tables as docs/speed.md shows them
  --from FILE          prints the figures of an earlier run (bench/results/*.json) and measures nothing
  --cpu-prof DIR       writes a CPU profile of the API process

With one of --fixed-rate, --growth, --machines, --memory, --soak, --start, the comparison with the baselines is left out unless --compare is given.`

export type Options = {
  operations: readonly Operation[]
  connections: readonly number[]
  rounds: number
  seconds: number
  warmSeconds: number
  scale: number
  compare: boolean
  before: string | undefined
  terminals: boolean
  fixedRate: number | undefined
  growth: boolean
  machines: boolean
  memory: boolean
  soak: number | undefined
  start: boolean
  markdown: boolean
  from: string | undefined
  cpuProf: string | undefined
}

/** Throws an Error with the usage when something is not understood. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parse(args)
  const { quick = false, growth = false, machines = false, memory = false, start = false, markdown = false } = values
  const fixedRate = values['fixed-rate'] === undefined ? undefined : positive(values['fixed-rate'])
  const soak = values.soak === undefined ? undefined : positive(values.soak)
  const special = growth || machines || memory || start || fixedRate !== undefined || soak !== undefined
  return {
    operations: values.only?.split(',').map(operationOf) ?? operations,
    connections: values.connections?.split(',').map(positive) ?? (quick ? [64] : [1, 16, 64]),
    rounds: values.rounds ? positive(values.rounds) : quick ? 1 : 3,
    seconds: values.seconds ? positive(values.seconds) : quick ? 2 : 5,
    warmSeconds: 4,
    scale: values.scale ? positive(values.scale) : 1,
    compare: values.compare ?? !special,
    before: values.before,
    terminals: values.terminals ?? false,
    fixedRate,
    growth,
    machines,
    memory,
    soak,
    start,
    markdown,
    from: values.from,
    cpuProf: values['cpu-prof'],
  }
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{
          quick: flag,
          growth: flag,
          machines: flag,
          memory: flag,
          start: flag,
          markdown: flag,
          compare: flag,
          terminals: flag,
        },
        ...{ only: text, scale: text, rounds: text, seconds: text, connections: text, from: text, before: text },
        ...{ 'fixed-rate': text, soak: text, 'cpu-prof': text },
      },
    })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${text} is not a number above 0\n\n${usage}`)
  return value
}

function operationOf(name: string): Operation {
  const found = operations.find((operation) => operation === name)
  if (!found) throw new Error(`${name} is no operation\n\n${usage}`)
  return found
}
