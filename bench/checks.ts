import type { Operation } from './requests'
import type { Results } from './results'

/** The table of what must be reached and what is wanted (bench.md, second edition). */
export type Check = {
  figure: string
  value: number | undefined
  must: number
  wanted: number
  atMost: boolean
  unit: string
}

const naive = { target: /naive/, beside: 'Fastify, naive' }

/** The ratios of requests per second to what does the same, in one run. */
const reached: readonly {
  operation: Operation
  target: RegExp
  beside: string
  connections: number
  must: number
  wanted: number
}[] = [
  { operation: 'eligibility', ...naive, connections: 1, must: 1, wanted: 1.3 },
  { operation: 'eligibility', ...naive, connections: 64, must: 1.8, wanted: 2.5 },
  { operation: 'apply', ...naive, connections: 1, must: 1.2, wanted: 1.5 },
  { operation: 'apply', ...naive, connections: 64, must: 3.2, wanted: 5 },
  { operation: 'consumption', ...naive, connections: 1, must: 1.6, wanted: 2 },
  { operation: 'consumption', ...naive, connections: 64, must: 5, wanted: 8 },
  {
    ...{ operation: 'apply', target: /own statements/, beside: 'pgbench with the same statements' },
    ...{ connections: 64, must: 2, wanted: 3 },
  },
  { operation: 'token', target: /oidc/, beside: 'oidc-provider', connections: 64, must: 4, wanted: 6 },
]

export function checksOf(results: Results): Check[] {
  const { standings = [], growth, memory, start } = results
  const ratioOf = (operation: Operation, target: RegExp, connections: number) =>
    standings.find(
      (each) => each.operation === operation && each.connections === connections && target.test(each.target),
    )?.ratio?.median
  const ratios = reached.map(({ operation, target, beside, connections, must, wanted }) => ({
    figure: `${operation} / ${beside}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    value: ratioOf(operation, target, connections),
    ...{ must, wanted, atMost: false, unit: '' },
  }))
  const grownMost = growth?.latencies.filter((each) => each.factor === 100) ?? []
  const latencies = grownMost.flatMap((each) => [each.p50Ratio, each.p99Ratio])
  const atMost = { atMost: true, unit: '' }
  return [
    ...ratios,
    {
      figure: 'latency at 100x rows / at 1x, the worst of p50 and p99',
      value: latencies.length === 0 ? undefined : Math.max(...latencies),
      must: 1.2,
      wanted: 1.1,
      ...atMost,
    },
    {
      figure: 'the slowest page of the offices at 100x rows',
      value: growth === undefined ? undefined : Math.max(...growth.pages.map((each) => each.median)),
      must: 300,
      wanted: 300,
      ...atMost,
      unit: ' ms',
    },
    {
      figure: 'resident memory of the API process under load',
      value: memory?.peakMiB,
      must: 150,
      wanted: 110,
      ...atMost,
      unit: ' MiB',
    },
    {
      figure: 'npm start after a build, to ready',
      value: start?.againSeconds,
      must: 2.5,
      wanted: 1.5,
      ...atMost,
      unit: ' s',
    },
  ]
}

export function verdictOf({ value, must, wanted, atMost }: Check): string {
  if (value === undefined || Number.isNaN(value)) return 'not measured'
  const reaches = (bound: number) => (atMost ? value <= bound : value >= bound)
  return reaches(wanted) ? 'wanted reached' : reaches(must) ? 'must reached' : 'NOT REACHED'
}
