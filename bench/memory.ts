import { residentMiB } from './measure'
import type { Options } from './options'
import type { HttpTarget } from './targets'
import { measureWindow, type Stage } from './windows'

/** Resident memory of the API process in MiB. */
export type Memory = { atRestMiB: number; peakMiB: number; afterMiB: number; requests: number }

const secondsPerOperation = 20

/** All operations one after the other with many connections; the peak is the kernel's own (VmHWM). */
export async function measureMemory(stage: Stage, api: HttpTarget, options: Options): Promise<Memory> {
  const atRest = await residentMiB(api.pid)
  const seconds = Math.max(options.seconds, options.rounds > 1 ? secondsPerOperation : 0)
  let requests = 0
  for (const operation of options.operations) {
    requests += (await measureWindow(stage, api, { operation, connections: 64, seconds })).requests
  }
  const loaded = await residentMiB(api.pid)
  return { atRestMiB: atRest.now, peakMiB: loaded.peak, afterMiB: loaded.now, requests }
}
