import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { AliadoError } from '@/clients/typescript/aliado-client'
import { connect } from '@/db/client'
import { openOfficeDatabase } from '@/db/office'
import { credentialPath } from '@/lib/credentials/reference'
import { switchStates } from '@/lib/credentials/switch-over'
import { dataKeysOf, type Env, parseEnv } from '@/lib/env'
import { loadEnvironmentFile, serviceSettings } from '../settings'
import { findDifferences, findKept, switchStateOf } from './fleet/check'
import { type FleetDay, type Pace, sellThroughDay } from './fleet/day'
import type { FleetTill } from './fleet/fleet-till'
import { findManager, openFleetShop } from './fleet/open-shop'
import {
  branches,
  closesAt,
  credentials,
  fullSizes,
  opensAt,
  planFleet,
  rotatedCredential,
  rotatesAt,
} from './fleet/plan'
import { serviceUrl } from './service-url'

/**
 * `npm run demo:fleet [-- --minutes 3]`: fifty tills that sell through a day against a running service, three of them with a fault. Then
 * the offices must tell exactly these three, and show the change of a secret as the tills have seen it; else it exits with 1.
 */

const minutesMax = 30
/** A till is written once a minute, in a round that begins every 5 s; the rest is for a machine with other work. */
const newsMsMax = 120_000
/** A reservation is told to have expired this long after its end (ADR-0037). */
const expiryMs = 30_000
const lookEveryMs = 5_000

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

function minutesAsked(): number {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } })
  const minutes = Number(values.minutes)
  if (minutes > 0 && minutes <= minutesMax) return minutes
  throw new Error(`--minutes is how long the day lasts: above 0, and at most ${minutesMax}.`)
}

/** A clock of its own: the hours of the shop in that many minutes. */
function startClock(minutes: number): Pace {
  const startedAt = performance.now()
  const msOfMinute = (minutes * 60_000) / (closesAt - opensAt)
  return async (minute) => {
    const leftMs = startedAt + (minute - opensAt) * msOfMinute - performance.now()
    if (leftMs > 0) await wait(leftMs)
  }
}

async function requireService(url: string): Promise<void> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  if (answer?.ok !== true) throw new Error(`No service is ready at ${url}. Start it with npm start, or set ALIADO_URL.`)
}

const hour = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

async function run(url: string, minutes: number, env: Env): Promise<boolean> {
  if (env.SERVICE_ENVIRONMENT !== 'test') throw new Error('The fleet sells in a test environment alone.')
  const timeouts = { statementTimeoutMs: 60_000, lockTimeoutMs: 10_000 }
  const sql = connect(env.DATABASE_URL, { poolMax: 2, applicationName: 'aliado demo', ...timeouts })
  const office = openOfficeDatabase(env.DATABASE_URL, { poolMax: 3, prepare: env.DATABASE_PREPARE })
  try {
    const email = await findManager(sql)
    if (email === undefined)
      throw new Error('The demo network is not in this database: no fleet is made beside anybody’s own merchants.')
    const shop = await openFleetShop({ sql, db: office.db, dataKey: dataKeysOf(env), officeUrl: env.PUBLIC_OFFICE_URL })
    const plan = planFleet(fullSizes)
    say(
      `${shop.merchantName}: ${plan.length} tills in ${branches.length} branches by ${credentials.length} credentials, at ${url}`,
    )
    say(
      `${hour(opensAt)} to ${hour(closesAt)} in ${minutes} minutes; at ${hour(rotatesAt)} the secret of ${rotatedCredential} is replaced`,
    )
    const before = await findKept(sql, shop, new Date())
    const clock = startClock(minutes)
    const told = new AbortController()
    void tellTime(clock, told.signal)
    const day = await sellThroughDay(url, shop, plan, clock).finally(() => told.abort())
    for (const till of day.tills) say(lineOf(till))
    const differences = await settle(
      () => findDifferences(sql, day, before),
      Math.max(...day.tills.map(({ reservationMs }) => reservationMs)),
    )
    say(`\nTo see: ${env.PUBLIC_OFFICE_URL}/portal/terminals, as ${email} at ${shop.merchantName}`)
    say(`        ${env.PUBLIC_OFFICE_URL}${credentialPath({ kind: 'oauth_client', id: day.rotated.clientId })}`)
    for (const difference of differences) say(`✗ ${difference}`)
    if (differences.length === 0) say(promiseOf(day))
    return differences.length === 0
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), office.sql.end({ timeout: 5 })])
  }
}

async function tellTime(clock: Pace, signal: AbortSignal): Promise<void> {
  for (let minute = opensAt; minute < closesAt; minute += 120) {
    await clock(minute)
    if (signal.aborted) return
    say(`${hour(minute)}${minute === rotatesAt ? '  the secret is replaced' : ''}`)
  }
}

const lineOf = ({ plan, did }: FleetTill): string => {
  const facts = [
    `${did.confirmed} sold`,
    `${did.released} given back`,
    ...(did.withoutBenefit > 0 ? [`${did.withoutBenefit} without benefit`] : []),
    ...(did.unanswered > 0 ? [`${did.unanswered} reserved without an answer`] : []),
    ...(did.repeated > 0 ? [`${did.repeated} calls repeated`] : []),
    ...(did.refused > 0 ? [`${did.refused} sales refused`] : []),
    ...(did.secretRefused > 0 ? [`secret refused ${did.secretRefused} times`] : []),
  ]
  return `  ${plan.terminal.padEnd(14)} ${plan.credential.padEnd(22)} ${facts.join(', ')}`
}

/** Looks until the offices show all, or the time is over in which they must. */
async function settle(look: () => Promise<string[]>, reservationMs: number): Promise<string[]> {
  const msMax = reservationMs + expiryMs + newsMsMax
  const until = performance.now() + msMax
  say(
    `\nThe last reservations expire within ${Math.ceil(reservationMs / 60_000)} minutes (AUTHORIZATION_TTL_SECONDS); waiting at most ${Math.ceil(msMax / 60_000)}`,
  )
  for (;;) {
    const differences = await look()
    if (differences.length === 0 || performance.now() > until) return differences
    await wait(lookEveryMs)
  }
}

function promiseOf({ tills }: FleetDay): string {
  const faulty = tills.filter(({ plan }) => plan.fault !== undefined)
  const names = faulty.map(({ plan }) => `${plan.terminal} (${plan.fault})`).join(', ')
  const ofClient = tills.filter(({ plan }) => plan.credential === rotatedCredential).map(switchStateOf)
  const figures = switchStates.map((state) => `${ofClient.filter((one) => one === state).length} ${state}`).join(', ')
  return [
    `✓ Of ${tills.length} tills the page tells exactly ${names}.`,
    `✓ The change of the secret is shown as the tills have seen it, and as SQL counts it: ${figures}.`,
  ].join('\n')
}

async function main(): Promise<void> {
  loadEnvironmentFile()
  const minutes = minutesAsked()
  const url = serviceUrl()
  await requireService(url)
  const { postgres, ...settings } = await serviceSettings()
  try {
    if (!(await run(url, minutes, parseEnv({ ...process.env, ...settings })))) process.exitCode = 1
  } finally {
    await postgres?.stop()
  }
}

main().catch((error) => {
  const where = error instanceof AliadoError ? `${error.status} ${error.code} (request ${error.requestId}): ` : ''
  say(`\nThe fleet stopped: ${where}${error instanceof Error ? error.message : error}`)
  // Other tills may be waiting for their next customer.
  process.exit(1)
})
