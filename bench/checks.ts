import type { Results } from './results'

/** The table of what must be reached and what is wanted (issue 3, bench.md). */
export type Check = {
  figure: string
  value: number | undefined
  must: number
  wanted: number
  atMost: boolean
  unit: string
}

export function checksOf(results: Results): Check[] {
  const { standings = [], growth = [], memory, start } = results
  const ratio = (operation: string, target: RegExp) =>
    standings.find((each) => each.operation === operation && each.connections === 64 && target.test(each.target))?.ratio
      ?.median
  const grownMost = growth.filter((each) => each.factor === 100)
  const latencies = grownMost.flatMap((each) => [each.p50Ratio, each.p99Ratio])
  const atLeast = { atMost: false, unit: '' }
  const atMost = { atMost: true, unit: '' }
  return [
    { figure: 'eligibility / Fastify, naive', value: ratio('eligibility', /naive/), must: 0.9, wanted: 2, ...atLeast },
    { figure: 'apply / Fastify, naive', value: ratio('apply', /naive/), must: 1.5, wanted: 4, ...atLeast },
    { figure: 'consumption / Fastify, naive', value: ratio('consumption', /naive/), must: 1.5, wanted: 6, ...atLeast },
    {
      figure: 'apply / pgbench with the same statements',
      value: ratio('apply', /own statements/),
      must: 0.5,
      wanted: 0.8,
      ...atLeast,
    },
    { figure: 'token issue / oidc-provider', value: ratio('token', /oidc/), must: 1, wanted: 2, ...atLeast },
    {
      figure: 'latency at 100x rows / at 1x, the worst of p50 and p99',
      value: latencies.length === 0 ? undefined : Math.max(...latencies),
      must: 1.3,
      wanted: 1.1,
      ...atMost,
    },
    {
      figure: 'resident memory of the API process under load',
      value: memory?.peakMiB,
      must: 200,
      wanted: 120,
      ...atMost,
      unit: ' MiB',
    },
    {
      figure: 'npm start after a build, to ready',
      value: start?.againSeconds,
      must: 5,
      wanted: 2,
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
