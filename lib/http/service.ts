import { setTimeout as wait } from 'node:timers/promises'
import { Abandoned } from '@/db/abandoned'
import { Database } from '@/db/database'
import { planSettings } from '@/db/plan-settings'
import { Pool, PoolGroup } from '@/db/pool'
import { findCarriedKeys } from '@/db/queries/tills/installation'
import { SeenRecorder } from '@/lib/certification/record-seen'
import type { Context } from '@/lib/context'
import { CallRecorder } from '@/lib/credentials/record-calls'
import { LastUseRecorder } from '@/lib/credentials/record-last-use'
import { formerFingerprintKeys } from '@/lib/data-keys/carried-keys'
import { dataKeysOf, type Env, env } from '@/lib/env'
import { deriveIdentificationKeys, type IdentificationKeys } from '@/lib/identification/identification'
import { oldestKey } from '@/lib/kernel/data-keys'
import { deriveKey } from '@/lib/kernel/derive-key'
import { Gate } from '@/lib/kernel/gate'
import { KnownCallers } from '@/lib/rate-limit/known-callers'
import { type Limiter, MemoryLimiter, RedisLimiter } from '@/lib/rate-limit/limit-rate'
import { RequestRecorder } from '@/lib/requests/record-requests'
import { TerminalRecorder } from '@/lib/terminals/record-terminals'
import { createLogs, describeError, type Logs } from './log'
import type { Metrics } from './metrics'

/** What the integration API of one process shares between requests. */
export type Service = Logs & {
  readonly env: Env
  readonly db: Database
  readonly limiter: Limiter
  readonly knownCallers: KnownCallers
  readonly lastUses: LastUseRecorder
  readonly calls: CallRecorder
  readonly requests: RequestRecorder
  readonly terminals: TerminalRecorder
  /** Of the certification, in the test environment: nothing is handed to it elsewhere. */
  readonly seen: SeenRecorder
  readonly identificationKeys: IdentificationKeys
  readonly fingerprintKey: Buffer
  /** Undefined where DATA_KEY was never changed. */
  readonly formerFingerprintKeys: (() => Promise<readonly Buffer[]>) | undefined
  readonly tally: Context['tally']
  draining: boolean
  /** The collector of metrics; undefined until one is set. */
  metrics: Metrics | undefined
}

const gateWaitMsMax = 1_000
const recordsMsMax = 3_000
const gateQueueMax = 5_000

/** How long a statement with the writes of several calls waits for the lock of one of them. */
const sharedLockMsMax = 200

function openDatabase({ DATABASE_URL: url, DATABASE_POOL_MAX: size, DATABASE_PREPARE: prepare }: Env): Database {
  const gate = new Gate({ size, waitMsMax: gateWaitMsMax, queueMax: gateQueueMax })
  const options = { prepare, applicationName: 'aliado api' }
  // A pooler's sessions take no lock timeout of ours, and a statement that may wait 1.5 s for a lock must not be
  // shared: each write goes alone.
  if (!prepare) return new Database(new Pool(url, options), gate)
  const group = new PoolGroup(size, new Abandoned(url, options, gate))
  const shared = { ...options, settings: planSettings, lockTimeoutMs: sharedLockMsMax }
  return new Database(new Pool(url, { ...options, settings: planSettings }, group), gate, new Pool(url, shared, group))
}

function createService(): Service {
  const settings = env()
  const keys = dataKeysOf(settings)
  const logs = createLogs(settings.LOG_LEVEL, process.env.NEXT_RUNTIME === undefined)
  const { log } = logs
  const db = openDatabase(settings)
  const made: Service = {
    env: settings,
    ...logs,
    request: (line) => {
      logs.request(line)
      made.metrics?.request(line)
    },
    tally: (outcome, count = 1) => made.metrics?.authorizations(outcome, count),
    db,
    limiter: settings.REDIS_URL
      ? new RedisLimiter(settings.REDIS_URL, (error) => log.warn(describeError(error), 'redis'))
      : new MemoryLimiter(),
    knownCallers: new KnownCallers(),
    lastUses: new LastUseRecorder(db, (error) => log.warn(describeError(error), 'last uses were not written')),
    calls: new CallRecorder(db, (error) => log.warn(describeError(error), 'calls were not counted')),
    requests: new RequestRecorder(db, {
      error: (error) => log.warn(describeError(error), 'calls were not written down'),
      dropped: (count) => made.metrics?.requestsDropped(count),
    }),
    terminals: new TerminalRecorder(db, (error) => log.warn(describeError(error), 'terminals were not written down')),
    seen: new SeenRecorder(db, {
      error: (error) => log.warn(describeError(error), 'calls of a certification were not written down'),
      dropped: (count) => log.warn({ count }, 'calls of a certification were dropped'),
    }),
    identificationKeys: deriveIdentificationKeys(keys),
    fingerprintKey: deriveKey(oldestKey(keys).key, 'aliado fingerprint v1'),
    formerFingerprintKeys:
      keys.generation === 1 ? undefined : async () => formerFingerprintKeys(keys, await findCarriedKeys(db)),
    draining: false,
    metrics: undefined,
  }
  return made
}

/** Next bundles a module more than once; all its copies in a process share one service. */
const holder = globalThis as typeof globalThis & { aliadoService?: Service }

/** The service of this process, created at its first use. Throws when the environment is invalid. */
export function service(): Service {
  holder.aliadoService ??= createService()
  return holder.aliadoService
}

/** Shuts the service of this process down within 5 s: writes last uses, calls and terminals, closes connections, flushes the log. */
export async function closeService(): Promise<void> {
  const open = holder.aliadoService
  if (!open) return
  delete holder.aliadoService
  // A database that does not answer must not keep the process alive.
  await Promise.race([
    Promise.all([
      open.lastUses.close(),
      open.calls.close(),
      open.requests.close(),
      open.terminals.close(),
      open.seen.close(),
    ]),
    wait(recordsMsMax),
  ])
  await open.limiter.close()
  await Promise.all([open.db.pool.close(), open.db.sharedPool?.close()])
  open.flush()
}
