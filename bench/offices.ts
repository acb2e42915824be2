import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import { companyPermissions, merchantPermissions, operatorPermissions } from '@/lib/accounts/permissions'
import { mintSessionToken } from '@/lib/accounts/session'
import { officesCommand } from '@/server/build'
import { freePort } from '@/server/ports'
import { type Cleanups, VoidRun } from './cleanups'
import type { BenchDatabase, Cluster } from './cluster'
import { median, percentile } from './measure'
import { startCommand } from './processes'

/** The offices as they are shipped, with somebody signed in who is of the first merchant's, a company's and the operator's team. */
export type Offices = { readonly url: string; readonly pid: number; readonly cookie: string; stop(): Promise<void> }

/** Needs a build. */
export async function startOffices(
  database: BenchDatabase,
  { dataKey }: Pick<Cluster, 'dataKey'>,
  cleanups: Cleanups,
  company = 1,
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
  return { url, pid, cookie: await signIn(database, company, secret), stop }
}

/** The cookie of a new member of those teams, who may do everything there, both steps passed. */
async function signIn({ sql }: BenchDatabase, company: number, secret: string): Promise<string> {
  const { token, tokenHash } = mintSessionToken()
  await sql`
    with person as (
      insert into users (email, name, password_hash, totp_secret, totp_enrolled_at)
      values ('luisa@comercio.example', 'Luisa Fernández', 'none', ${randomBytes(60)}, now()) returning id
    ), member as (
      insert into merchant_memberships (user_id, merchant_id, permissions)
      select id, 1, ${[...merchantPermissions]}::text[] from person
    ), of_company as (
      insert into company_memberships (user_id, company_id, permissions)
      select id, ${company}::int, ${[...companyPermissions]}::text[] from person
    ), operator as (
      insert into operator_memberships (user_id, permissions)
      select id, ${[...operatorPermissions]}::text[] from person
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

/** Each list and total, and each at its widest. */
const everyPage = `
  /portal /portal?period=custom&from={yearAgo}&to={today}
  /portal/consumptions /portal/consumptions?period=all /portal/consumptions?period=all&sort=when&size=100 /portal/consumptions?q=H-
  /portal/authorizations /portal/authorizations?period=all /portal/authorizations?period=all&status=expired
  /portal/closing /portal/closing?day={yesterday} /portal/closing/history
  /portal/companies /portal/companies?period=all&size=100 /portal/companies/{company}?period=all
  /portal/discounts /portal/discounts/1 /portal/branches /portal/terminals /portal/catalog /portal/team /portal/activity
  /portal/integrations /portal/integrations/keys/1 /portal/integrations/quality /portal/integrations/incident
  /portal/requests /portal/requests?status=failed
  /company /company/collaborators /company/collaborators?q=ana /company/consumptions /company/consumptions?period=all
  /company/merchants /company/benefits /company/activity
  /operator /operator/merchants /operator/companies /operator/activity /operator/health /operator/incidents /operator/privacy`
  .trim()
  .split(/\s+/)

/** How long the offices take to send a page, from the request to the last byte, in milliseconds: the median and the longest of several. */
export type OfficePage = { page: string; median: number; longest: number }

const timesEach = 5

/** Opens each page once, and then several times one after another. Throws VoidRun when one is not there. */
export async function timePages(
  { url, cookie }: Offices,
  company: number,
  say: (text: string) => void,
): Promise<OfficePage[]> {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const values = { yearAgo: day(364), yesterday: day(1), today: day(0), company: String(company) }
  const found: OfficePage[] = []
  for (const each of everyPage) {
    const page = each.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
    const times: number[] = []
    for (let time = 0; time <= timesEach; time++) {
      const startedAt = performance.now()
      const answer = await fetch(`${url}${page}`, { headers: { Cookie: cookie }, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new VoidRun(`${page}: ${answer.status}`)
      if (time > 0) times.push(performance.now() - startedAt)
    }
    found.push({ page: each, median: median(times), longest: Math.max(...times) })
    say(`${each}: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)}`)
  }
  return found
}
