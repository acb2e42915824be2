import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findInvitation } from '@/lib/accounts/accept-invitation'
import { inviteFirstOperator } from '@/lib/accounts/invite-first-operator'
import { operatorPermissions } from '@/lib/accounts/permissions'
import { loadDemoNetwork, refuseDemoNetwork } from '@/server/demo-network'
import { createDatabase } from '../fixtures/database'
import { testDataKey } from '../fixtures/factories'
import { operatorContextOf, people } from '../fixtures/members'
import { startCompanies } from './company'

/** The first of the people who run the network is invited by a command (ADR-0053). */

const { world } = startCompanies()
const root = fileURLToPath(new URL('../..', import.meta.url))

type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** What `npm run operator:invite -- …` does. */
async function run(...given: string[]): Promise<Outcome> {
  const keys = { DATABASE_URL: world().databaseUrl, DATA_KEY: Buffer.alloc(32, 1).toString('base64') }
  const env = { ...process.env, ...keys, PUBLIC_OFFICE_URL: 'https://oficina.example' }
  const script = ['--import', 'tsx', 'server/operator-invite.ts', ...given]
  return new Promise((resolve) => {
    execFile(process.execPath, script, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const nobody = { id: 0, permissions: [] }
const found = (link: string) =>
  findInvitation(
    operatorContextOf(world().office, nobody) as never,
    new URL(link.trim()).searchParams.get('token') ?? '',
  )

describe('npm run operator:invite', () => {
  it('prints a link of one use, mails it, and stands in the trail as done by no person', async () => {
    const { code, stdout, stderr } = await run(' Primera@Aliado.Example ')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Invited\./)])
    expect(stdout).toMatch(/^https:\/\/oficina\.example\/invitation\?token=[A-Za-z0-9]{43}\n$/)
    expect(await found(stdout)).toMatchObject({
      ...{ email: 'primera@aliado.example', toOperator: true, invitedBy: null },
      permissions: operatorPermissions,
    })
    const { sql } = world()
    const mails = await sql`select kind, text_body as text from mails where recipient = 'primera@aliado.example'`
    expect(mails).toMatchObject([{ kind: 'operator_invitation', text: expect.stringContaining(stdout.trim()) }])
    const events = await sql`select actor, user_id, action, details::text from audit_events`
    expect(events).toMatchObject([{ actor: 'operator', user_id: null, action: 'invitation.sent' }])
    expect(events[0]?.details).not.toContain('token')
  })

  it.each([[[]], [['a@b.example', 'c@d.example']], [['SECRET']]])('refuses %j, without a quote', async (given) => {
    const { code, stdout, stderr } = await run(...given)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Usage: npm run operator:invite -- EMAIL')
    expect(stderr).not.toContain('SECRET')
  })
})

describe('the demo', () => {
  it('has an operator with every permission, whom production refuses even alone', async () => {
    const { databaseUrl, sql, drop } = await createDatabase()
    const directory = await mkdtemp(join(tmpdir(), 'demo-'))
    const said = await loadDemoNetwork(databaseUrl, testDataKey, directory)
    expect(said).toContain('operacion@aliado.example')
    const [row] = await sql`select email, permissions from operator_memberships join users on users.id = user_id`
    expect(row).toEqual({ email: 'operacion@aliado.example', permissions: operatorPermissions })
    await sql`update users set disabled_at = now() where email <> 'operacion@aliado.example'`
    await expect(refuseDemoNetwork(databaseUrl)).rejects.toThrow(/demo network/)
    await drop()
    await rm(directory, { recursive: true })
  })
})

describe('the invitation of the first operator', () => {
  const ask = (email: string, again = false) =>
    inviteFirstOperator(operatorContextOf(world().office, nobody), { email, again })

  it('replaces an earlier one, and is refused once somebody manages the team, unless it is asked for again (P-41)', async () => {
    const first = await ask('una@aliado.example')
    const second = await ask('otra@aliado.example')
    expect([await found(first.link), (await found(second.link))?.email]).toEqual([undefined, 'otra@aliado.example'])
    const viewer = await people(world().sql).newOperator({ permissions: ['operator.support.view'] })
    await ask('otra@aliado.example')
    const manager = await people(world().sql).newOperator()
    await expect(ask('tercera@aliado.example')).rejects.toMatchObject({ code: 'operator_exists' })
    const again = await ask('tercera@aliado.example', true)
    expect((await found(again.link))?.email).toBe('tercera@aliado.example')
    await world().sql`update users set disabled_at = now() where id = ${manager.id}`
    await ask('cuarta@aliado.example')
    expect(viewer.id).not.toBe(manager.id)
  })

  it('is one of twenty that are asked for at once', async () => {
    await world().sql`update users set disabled_at = null`
    await world().sql`delete from operator_memberships`
    const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`n${n}@aliado.example`)))
    const open = await Promise.all(asked.map(({ link }) => found(link)))
    expect(open.filter((one) => one !== undefined)).toHaveLength(1)
  })
})
