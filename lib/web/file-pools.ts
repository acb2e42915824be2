import { availableParallelism } from 'node:os'
import { FilePool, type FilePoolState, newFilePoolState } from './file-pool'
import type { AskerOf, FileVerb, InputOf, OutputOf } from './file-verbs'

/** Of two processors, one is left to the pages. */
const threads = availableParallelism() > 2 ? 2 : 1

/** Files that are sent: the body of each waits in memory. */
const readingLimits = {
  threads,
  perMember: 2,
  inAll: 20,
  waitMsMax: 30_000,
  workMsMax: 60_000,
  heapMegabytesMax: 768,
}

/** Previews and confirmations of files that were read: they are pages, so they do not wait for uploads. */
const planningLimits = {
  threads,
  perMember: 4,
  inAll: 40,
  waitMsMax: 15_000,
  workMsMax: 60_000,
  heapMegabytesMax: 512,
}

/**
 * Next bundles a module more than once. What is under way is shared by the whole process; the faults belong to the
 * bundle that asks, because a fault of another bundle would be no `OfficeFault` to it.
 */
const holder = globalThis as typeof globalThis & {
  aliadoFilePools?: { reading: FilePoolState; planning: FilePoolState }
}

/** What is under way in this process, created at its first use. */
function states() {
  holder.aliadoFilePools ??= { reading: newFilePoolState(readingLimits), planning: newFilePoolState(planningLimits) }
  return holder.aliadoFilePools
}

/** Where files are received and read. */
export const readingPool = (): FilePool => new FilePool(readingLimits, states().reading)

const planningPool = (): FilePool => new FilePool(planningLimits, states().planning)

/** Runs a verb that a member asks for on a file that was read. Throws what the verb throws, and the faults of `FilePool`. */
export const withFile = <Verb extends FileVerb>(
  verb: Verb,
  ctx: AskerOf<Verb>,
  input: InputOf<Verb>,
): Promise<OutputOf<Verb>> => {
  const pool = planningPool()
  return pool.hold(ctx.member.userId, () => pool.run(verb, ctx, input))
}
