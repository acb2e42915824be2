import { driveAutocannon } from './load-autocannon'
import { driveOpenLoop } from './load-open-loop'
import { checkEvery, type Drive, type Gathered, type LoadPlan, type LoadResult } from './load-plan'
import { driveWrk } from './load-wrk'
import { percentile } from './measure'
import { isRepeatable, Requests, varietyMax } from './requests'

/**
 * The load generator, a process of its own: makes its requests beforehand, says `ready`, waits for `go`, drives, says `driven`,
 * checks what was answered and sends the result.
 */
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))
process.once('message', (plan: LoadPlan) => void main(plan))

async function main(plan: LoadPlan): Promise<void> {
  const requests = new Requests(plan.shape, plan.credentials, plan)
  const repeatable = isRepeatable(plan.operation)
  const different = repeatable ? Math.min(varietyMax, plan.count) : plan.count
  const withIds = plan.wrk !== undefined && plan.rate === undefined
  const prepared = Array.from({ length: different }, (_, i) => {
    const n = plan.from + i
    const requestId = withIds && i % checkEvery === 0 ? `n${n}` : undefined
    return { n, bytes: requests.bytes(plan.operation, n, requestId) }
  })
  const drive: Drive = { plan, all: prepared, at: (index) => prepared[repeatable ? index % different : index] }

  process.send?.('ready')
  await new Promise((go) => process.once('message', go))
  const cpuBefore = process.cpuUsage()
  const driveIt = plan.rate !== undefined ? driveOpenLoop : withIds ? driveWrk : driveAutocannon
  const { gathered, seconds, summary, cpuSeconds } = await driveIt(drive)
  const cpu = process.cpuUsage(cpuBefore)
  process.send?.('driven')

  const faults = gathered.samples.flatMap(({ n, body }) => {
    const fault = faultOf(requests, plan, n, body)
    return fault === undefined ? [] : [`request ${n}: ${fault}`]
  })
  const result: LoadResult = {
    requests: gathered.count,
    served: Math.max(gathered.served, gathered.count),
    seconds,
    ...(summary ?? summaryOf(gathered)),
    statuses: gathered.statuses,
    errors: gathered.errors,
    checked: gathered.samples.length,
    faults,
    loadCpuSeconds: cpuSeconds ?? (cpu.user + cpu.system) / 1e6,
    generator: plan.rate !== undefined ? 'open loop' : withIds ? 'wrk' : 'autocannon',
  }
  process.send?.(result, () => process.exit(0))
}

function faultOf(requests: Requests, plan: LoadPlan, n: number, body: string): string | undefined {
  try {
    return requests.faultIn(plan.operation, n, body)
  } catch (error) {
    return `${error}: ${body.slice(0, 200)}`
  }
}

function summaryOf(gathered: Gathered) {
  const sorted = gathered.latencies.slice(0, gathered.count).sort()
  const of = (part: number) => percentile(sorted, part)
  return { p50: of(0.5), p99: of(0.99), p999: of(0.999), max: of(1) }
}
