import { join } from 'node:path'
import { Piscina } from 'piscina'
import { Gate } from '@/lib/kernel/gate'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { FileAnswer, FileTask } from './file-thread'
import type { AskerOf, FileVerb, InputOf, OutputOf } from './file-verbs'
import { asReceived } from './sent-error'

export type FilePoolLimits = {
  /** How many work at a time, each with a connection of its own. */
  readonly threads: number
  /** What a member may have under way: received, waiting or worked on. */
  readonly perMember: number
  /** What all members together may have under way. */
  readonly inAll: number
  /** How long a file waits for a thread before its sender is told to come again. */
  readonly waitMsMax: number
  /** How long a thread may work on one file before the thread is ended. */
  readonly workMsMax: number
  /** What the values of a thread may take before the thread is ended; the bytes of files come on top. */
  readonly heapMegabytesMax: number
}

/** What a pool has under way: one state for all the copies of this module in a process. */
export type FilePoolState = {
  readonly gate: Gate
  readonly threads: Piscina<FileTask, FileAnswer>
  /** Taken places, by member. */
  readonly places: Map<number, number>
}

/** A state with nothing under way. `variables` are the environment of the threads, `thread` is the program that they run. */
export function newFilePoolState(
  limits: FilePoolLimits,
  variables: NodeJS.ProcessEnv = process.env,
  thread: ThreadProgram = usualThread(),
): FilePoolState {
  return {
    gate: new Gate({ size: limits.threads, waitMsMax: limits.waitMsMax, queueMax: limits.inAll }),
    threads: new Piscina({
      ...thread,
      minThreads: 0,
      maxThreads: limits.threads,
      idleTimeout: 30_000,
      // A thread that sleeps until the next work would not hear that PostgreSQL has ended its connection.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytesMax },
      env: variables,
    }),
    places: new Map(),
  }
}

/**
 * Threads that work on members' files, so that the thread that answers pages never does (ADR-0020). All work is
 * bounded, and a thread that exceeds its time or memory is ended together with its work: a transaction that did not end
 * is undone, and the next work gets a new thread.
 */
export class FilePool {
  readonly #limits: FilePoolLimits
  readonly #gate: Gate
  readonly #threads: Piscina<FileTask, FileAnswer>
  readonly #places: Map<number, number>

  constructor(limits: FilePoolLimits, { gate, threads, places }: FilePoolState = newFilePoolState(limits)) {
    this.#limits = limits
    this.#gate = gate
    this.#threads = threads
    this.#places = places
  }

  /** How many places are taken, and how much works and waits. */
  get load(): { places: number; running: number; waiting: number } {
    return { places: this.#placesInAll, ...this.#gate.load }
  }

  get #placesInAll(): number {
    return [...this.#places.values()].reduce((sum, places) => sum + places, 0)
  }

  /**
   * Runs `work` in a place of that member. Throws `files_underway` when the member has no free place, `files_busy` when
   * nobody has.
   */
  async hold<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const taken = this.#places.get(userId) ?? 0
    if (taken >= this.#limits.perMember) throw new OfficeFault('files_underway')
    if (this.#placesInAll >= this.#limits.inAll) throw new OfficeFault('files_busy')
    this.#places.set(userId, taken + 1)
    try {
      return await work()
    } finally {
      const left = (this.#places.get(userId) ?? 1) - 1
      if (left > 0) this.#places.set(userId, left)
      else this.#places.delete(userId)
    }
  }

  /**
   * Runs a verb in a thread, when its turn comes. `signal` says that nobody waits for the result any more: the verb is
   * then ended, wherever it is. Throws what the verb throws; `files_busy` when its turn does not come in time;
   * `file_too_slow` and `file_too_heavy`.
   */
  async run<Verb extends FileVerb>(
    verb: Verb,
    { member, origin }: AskerOf<Verb>,
    input: InputOf<Verb>,
    options: { readonly signal?: AbortSignal; readonly transfer?: readonly ArrayBuffer[] } = {},
  ): Promise<OutputOf<Verb>> {
    const answer = await this.#gate
      .run(() => this.#answer({ verb, asker: { member, origin }, input }, options))
      .catch(asBusy)
    if ('error' in answer) throw asReceived(answer.error)
    return answer.value as OutputOf<Verb>
  }

  async #answer(
    task: FileTask,
    { signal, transfer = [] }: { readonly signal?: AbortSignal; readonly transfer?: readonly ArrayBuffer[] },
  ): Promise<FileAnswer> {
    const tooSlow = AbortSignal.timeout(this.#limits.workMsMax)
    try {
      const ends = signal === undefined ? tooSlow : AbortSignal.any([signal, tooSlow])
      return await this.#threads.run(task, { signal: ends, transferList: [...transfer] })
    } catch (error) {
      if (signal?.aborted) throw new OfficeFault('file_interrupted')
      if (tooSlow.aborted) throw new OfficeFault('file_too_slow')
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new OfficeFault('file_too_heavy')
      }
      throw error
    }
  }

  /** Ends all threads. */
  close(): Promise<void> {
    return this.#threads.destroy()
  }
}

function asBusy(error: unknown): never {
  if (error instanceof Error && error.name === 'Fault') throw new OfficeFault('files_busy')
  throw error
}

type ThreadProgram = { filename: string; execArgv?: string[] }

/** The bundle of the build; in development, the sources as they are. */
function usualThread(): ThreadProgram {
  if (process.env.NODE_ENV === 'production') {
    return { filename: join(/* turbopackIgnore: true */ process.cwd(), '.build/file-thread.js') }
  }
  const filename = join(/* turbopackIgnore: true */ process.cwd(), 'lib/web/file-thread.ts')
  return { filename, execArgv: ['--import', 'tsx'] }
}
