import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { companyPermissions, merchantPermissions, operatorPermissions } from '@/lib/accounts/permissions'
import { builtActions, sendAction } from '../fixtures/built-actions'
import { eventually } from '../fixtures/eventually'
import { factories } from '../fixtures/factories'
import { people } from '../fixtures/members'
import { officeCookie } from '../fixtures/office-cookie'
import { startOfficesProcess } from '../fixtures/offices-process'
import { openForTests } from '../fixtures/open-for-tests'
import { openWithStandby, withSetting } from '../fixtures/standby'
import { filesUnder, textOf } from '../law/files'

/** ADR-0063: two processes of the offices with a standby, their forms sent and their pages opened as a browser does it. */

const cookieSecret = randomBytes(32).toString('base64')
const metricsToken = randomBytes(16).toString('hex')

const opened = openForTests(async (atEnd) => {
  const { primaryUrl, sql, standby } = await openWithStandby(atEnd)
  const open = async () => {
    const offices = await startOfficesProcess(primaryUrl, {
      DATABASE_READ_URL: standby.databaseUrl,
      NEXTAUTH_SECRET: cookieSecret,
      METRICS_TOKEN: metricsToken,
    })
    atEnd(offices.stop)
    return offices.url.replace('127.0.0.1', 'localhost')
  }
  const doors = [await open(), await open()] as const
  return { sql, standby, doors, cookie: await cookieOfEverybody(sql) }
})

/** The cookie of one person who may do everything in a merchant's, a company's and the operator's office, both steps passed. */
async function cookieOfEverybody(sql: Sql): Promise<string> {
  const [make, who] = [factories(sql), people(sql)]
  const { id } = await who.newMember((await make.merchant()).id, { permissions: [...merchantPermissions] })
  await sql`insert into company_memberships (user_id, company_id, permissions)
    values (${id}, ${(await make.company()).id}, ${[...companyPermissions]})`
  await sql`insert into operator_memberships (user_id, permissions) values (${id}, ${[...operatorPermissions]})`
  await sql`update users set totp_secret = ${randomBytes(60)}, totp_enrolled_at = now() where id = ${id}`
  return officeCookie(sql, id, cookieSecret)
}

/** Every page that reads from a standby, which `e2e/law/reading.test.ts` holds them to. */
const pages = filesUnder(['app'], /\/page\.tsx$/)
  .filter((file) => textOf(file).includes("@/lib/web/reading'"))
  .map((file) => dirname(file).replace(/^app/, ''))

const files = [
  '/portal/consumptions/file',
  '/portal/activity/file',
  '/company/collaborators/file',
  '/operator/activity/file',
]

async function shown(door: string, path: string): Promise<string> {
  const answer = await fetch(`${door}${path}`, { headers: { Cookie: opened().cookie }, redirect: 'manual' })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

async function metricsOf(door: string): Promise<Readonly<Record<string, number>>> {
  const answer = await fetch(`${door}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  expect(answer.status).toBe(200)
  const samples = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(samples.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

const fromStandby = 'aliado_list_reads_total{from="standby",reason=""}'
const fromPrimary = (reason: string) => `aliado_list_reads_total{from="primary",reason="${reason}"}`

const untilRead = () =>
  eventually(async () => {
    for (const door of opened().doors) expect((await metricsOf(door)).aliado_standby_reading).toBe(1)
  })

/** A form of each office, and the list that shows what was sent by it. */
const forms = [
  { action: 'createBranchAction', list: '/portal/branches', fields: () => ({}) },
  { action: 'addType', list: '/company/collaborators/types', fields: () => ({}) },
  {
    action: 'createMerchantAction',
    list: '/operator/merchants',
    fields: () => ({ legalId: '', ownerEmail: `${randomBytes(5).toString('hex')}@mercado.example` }),
  },
] as const

/**
 * Sends each form so often, by turns through each process, and opens the list at once through both. Gives the lists that did not show
 * what was sent.
 */
async function missed(rounds: number): Promise<string[]> {
  const { sql, doors, cookie } = opened()
  const missing: string[] = []
  // The operator's forms ask for a fresh code.
  await sql`update sessions set second_step_at = now()`
  for (let round = 0; round < rounds; round++) {
    for (const { action: name, list, fields } of forms) {
      const mark = `Nombre ${randomBytes(5).toString('hex')}`
      const action = builtActions().find((one) => one.name === name)
      if (!action) throw new Error(`no action ${name}`)
      const door = doors[round % 2] ?? doors[0]
      const answer = await sendAction(action, door, {
        headers: { Cookie: cookie, Origin: door },
        fields: { name: mark, ...fields() },
      })
      expect([name, answer.status]).toEqual([name, 200])
      expect(await answer.text()).toContain('"status":"done"')
      for (const each of doors) {
        const path = list === '/operator/merchants' ? `${list}?q=${encodeURIComponent(mark)}` : list
        // Of a search not what its field shows.
        if (!(await shown(each, path)).includes(path === list ? mark : `>${mark}<`)) missing.push(list)
      }
    }
  }
  return missing
}

describe('the pages of the offices', () => {
  afterEach(untilRead)

  it('read from the standby: every list, overview and file, and none writes there', async () => {
    await untilRead()
    const { doors, standby } = opened()
    const [door] = doors
    expect(pages.length).toBeGreaterThan(20)
    for (const path of [...pages, ...files]) {
      const before = await metricsOf(door)
      await shown(door, path)
      // A crowded machine may let the standby miss a beat.
      await eventually(async () => {
        if ((await metricsOf(door))[fromStandby] === before[fromStandby]) await shown(door, path)
        expect([path, (await metricsOf(door))[fromStandby]]).not.toEqual([path, before[fromStandby]])
      })
    }
    expect((await metricsOf(door))[fromPrimary('refused')]).toBeUndefined()
    const sessions = await standby.sql`select from pg_stat_activity where application_name = 'aliado office reads'`
    expect(sessions.length).toBeGreaterThan(0)
  })

  it('show nobody less than what was just sent, whichever process answers', async () => {
    await untilRead()
    expect(await missed(6)).toEqual([])
  })

  it('nor with a standby that lags by 10 s', async () => {
    await untilRead()
    const { standby, doors } = opened()
    await withSetting(standby, 'recovery_min_apply_delay', '10s', async () => {
      expect(await missed(3)).toEqual([])
      const behind = await Promise.all(doors.map(async (door) => (await metricsOf(door))[fromPrimary('behind')] ?? 0))
      expect(Math.min(...behind)).toBeGreaterThan(0)
    })
  })

  it('nor with one that stands still, which keeps none of them', async () => {
    await untilRead()
    const halted = opened().standby.halt()
    try {
      expect(await missed(2)).toEqual([])
      for (const path of pages) await shown(opened().doors[0], path)
    } finally {
      halted.resume()
    }
  })

  it('nor with one that dies, and read from it again when it is back', async () => {
    await untilRead()
    const { standby, doors } = opened()
    await standby.die()
    expect(await missed(2)).toEqual([])
    for (const path of [...pages, ...files]) await shown(doors[1], path)
    await standby.start()
    await untilRead()
    expect(await missed(2)).toEqual([])
  })
})

it('the metrics of the offices are there for the holder of the token alone', async () => {
  const [door] = opened().doors
  for (const headers of [{}, { Authorization: 'Bearer nothing that is right' }]) {
    expect((await fetch(`${door}/metrics`, { headers })).status).toBe(404)
  }
})
