import { availableParallelism } from 'node:os'
import { FilePool, type FilePoolState, newFilePoolState } from './file-pool'
import type { AskerOf, FileVerb, InputOf, OutputOf } from './file-verbs'

/** Of two processors the pages get one. */
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

/** Looks at what was read and confirmations of it: a page, so it does not wait for files. */
const planningLimits = {
  threads,
  perMember: 4,
  inAll: 40,
  waitMsMax: 15_000,
  workMsMax: 60_000,
  heapMegabytesMax: 512,
}

/**
 * Next bundles a module more than once. What is under way is the process's, and the faults are of the bundle that asks: another's
 * would be no `OfficeFault` to it.
 */
const holder = globalThis as typeof globalThis & {
  aliadoFilePools?: { reading: FilePoolState; planning: FilePoolState }
}

/** What is under way in this process, made at the first need. */
function states() {
  holder.aliadoFilePools ??= { reading: newFilePoolState(readingLimits), planning: newFilePoolState(planningLimits) }
  return holder.aliadoFilePools
}

/** Where files are received and read. */
export const readingPool = (): FilePool => new FilePool(readingLimits, states().reading)

const planningPool = (): FilePool => new FilePool(planningLimits, states().planning)

/** Does what a member asks of a file that was read. Throws what the verb throws, and the faults of `FilePool`. */
export const withFile = <Verb extends FileVerb>(
  verb: Verb,
  ctx: AskerOf<Verb>,
  input: InputOf<Verb>,
): Promise<OutputOf<Verb>> => {
  const pool = planningPool()
  return pool.hold(ctx.member.userId, () => pool.run(verb, ctx, input))
}
