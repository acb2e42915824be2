import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import { merchantPermissions } from '@/lib/accounts/permissions'
import { mintSessionToken } from '@/lib/accounts/session'
import { officesCommand } from '@/server/build'
import { freePort } from '@/server/ports'
import { type Cleanups, VoidRun } from './cleanups'
import type { BenchDatabase, Cluster } from './cluster'
import { percentile } from './measure'
import { startCommand } from './processes'

/** The offices as they are shipped, with a member of the first merchant's team who is signed in. */
export type Offices = { readonly url: string; readonly pid: number; readonly cookie: string; stop(): Promise<void> }

/** Needs a build. */
export async function startOffices(
  database: BenchDatabase,
  { dataKey }: Pick<Cluster, 'dataKey'>,
  cleanups: Cleanups,
): Promise<Offices> {
  const port = await freePort(0, '127.0.0.1')
  if (port === undefined) throw new VoidRun('no port is free')
  const secret = randomBytes(32).toString('base64')
  const { child, pid, stop } = startCommand(
    [...officesCommand, '-H', '127.0.0.1', '-p', String(port)],
    {
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: database.url,
      DATA_KEY: dataKey,
      NEXTAUTH_SECRET: secret,
      PUBLIC_OFFICE_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'silent',
    },
    cleanups,
  )
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/health/live`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new VoidRun(`the offices ended with ${child.exitCode}`)
    await wait(100)
  }
  return { url, pid, cookie: await signIn(database, secret), stop }
}

/** The cookie of a new member of the first merchant's team, who may do everything there, both steps passed. */
async function signIn({ sql }: BenchDatabase, secret: string): Promise<string> {
  const { token, tokenHash } = mintSessionToken()
  await sql`
    with person as (
      insert into users (email, name, password_hash, totp_secret, totp_enrolled_at)
      values ('luisa@comercio.example', 'Luisa Fernández', 'none', ${randomBytes(60)}, now()) returning id
    ), member as (
      insert into merchant_memberships (user_id, merchant_id, permissions)
      select id, 1, ${[...merchantPermissions]}::text[] from person
    )
    insert into sessions (token_hash, user_id, expires_at, second_step_at)
    select ${tokenHash}::bytea, id, now() + interval '12 hours', now() from person`
  return `aliado=${await encode({ token: { sid: token.reveal() }, secret, salt: 'aliado session' })}`
}

/** What a member looks at through the day: lists that grow with every sale, and what seldom changes. */
const pages = [
  '/portal',
  '/portal/consumptions',
  '/portal/requests',
  '/portal/closing',
  '/portal/discounts',
  '/portal/activity',
  '/portal/terminals',
]

/** The pages of a minute; latency in milliseconds until the last byte, from the moment that a page was due. */
export type MinuteOfPages = { opened: number; p50: number; p99: number; others: number }

/** Opens a page every so often, whether or not the one before has come. */
export class Reader {
  readonly #offices: Offices
  readonly #timer: NodeJS.Timeout
  #latencies: number[] = []
  #others = 0
  #opened = 0

  constructor(offices: Offices, everyMs: number) {
    this.#offices = offices
    this.#timer = setInterval(() => void this.#open(), everyMs)
  }

  async #open(): Promise<void> {
    const path = pages[this.#opened++ % pages.length]
    const dueAt = performance.now()
    const headers = { Cookie: this.#offices.cookie }
    const isRight = await fetch(`${this.#offices.url}${path}`, { headers, redirect: 'manual' })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status === 200
      })
      .catch(() => false)
    if (isRight) this.#latencies.push(performance.now() - dueAt)
    else this.#others += 1
  }

  /** The figures since they were taken last. */
  take(): MinuteOfPages {
    const sorted = this.#latencies.sort((a, b) => a - b)
    const figures = {
      opened: sorted.length,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      others: this.#others,
    }
    this.#latencies = []
    this.#others = 0
    return figures
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
