import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { acceptAsNewUser, findInvitation } from '@/lib/accounts/accept-invitation'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { listSessions } from '@/lib/accounts/list-sessions'
import { listTeam } from '@/lib/accounts/list-team'
import { loadSession } from '@/lib/accounts/load-session'
import { type OperatorPermission, operatorPermissions } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { mintSessionToken } from '@/lib/accounts/session'
import { type Trail, trails } from '@/lib/audit/activity'
import { closedTrail, exportTrail } from '@/lib/audit/export-trail'
import { exportActivity, listActivity } from '@/lib/audit/list-activity'
import { recordEvent } from '@/lib/audit/record-event'
import { auditKey, verifyTrail } from '@/lib/audit/trail-file'
import { Gate } from '@/lib/kernel/gate'
import { publishedKey, readPublicKey } from '@/lib/kernel/signing-key'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { showNetwork } from '@/lib/network/show-network'
import { testDataKey } from '../fixtures/factories'
import { contextOf, operatorContextOf, people } from '../fixtures/members'
import { startCompanies } from './company'

/** The people who run the network: their sessions, their team, and what the trail tells of them to whom. */

const { world, newCompany } = startCompanies()

async function newOperator(permissions?: OperatorPermission[]) {
  const member = await people(world().sql).newOperator(permissions ? { permissions } : {})
  return { member, ctx: operatorContextOf(world().office, member) }
}

async function newSession(userId: number, age: string): Promise<string> {
  const { token, tokenHash } = mintSessionToken()
  await world().sql`insert into sessions (token_hash, user_id, created_at, expires_at)
    values (${tokenHash}, ${userId}, now() - ${age}::interval, now() + interval '1 hour')`
  return token.reveal()
}

const loaded = (token: string) => loadSession(world().office.db, token)

const trailOf = async (ctx: Parameters<typeof listActivity>[0], trail: Trail, asked = {}) =>
  listActivity(ctx, trail.filterOf(asked))

const seen = writePermissions(operatorPermissions)

describe('a session of one of the people who run the network', () => {
  it('says what they may do, of what is known today', async () => {
    const { member } = await newOperator()
    const token = await newSession(member.id, '1 minute')
    expect((await loaded(token))?.operatorMembership).toEqual({ permissions: operatorPermissions })
    await world().sql`update operator_memberships set permissions = '{operator.audit.read,operator.gone}'
      where user_id = ${member.id}`
    expect((await loaded(token))?.operatorMembership).toEqual({ permissions: ['operator.audit.read'] })
    await world().sql`delete from operator_memberships where user_id = ${member.id}`
    expect(await loaded(token)).not.toHaveProperty('operatorMembership')
  })

  it('ends eight hours after the sign-in, whatever else they are a member of; a merchant’s goes on (P-40)', async () => {
    const { id: merchantId } = await world().make.merchant()
    const cashier = await people(world().sql).newMember(merchantId)
    const token = await newSession(cashier.id, '8 hours 1 second')
    expect((await loaded(token))?.membership?.merchantId).toBe(merchantId)
    await world().sql`insert into operator_memberships (user_id, permissions) values (${cashier.id}, '{}')`
    expect(await loaded(token)).toBeUndefined()
    expect(await listSessions({ db: world().office.db, user: { userId: cashier.id, sessionId: 0 } } as never)).toEqual(
      [],
    )
    const younger = await newSession(cashier.id, '7 hours 59 minutes')
    expect((await loaded(younger))?.membership?.merchantId).toBe(merchantId)
  })
})

describe('the operator’s team', () => {
  it('invites, and who accepts is a member from then on; the trail says that the operator did it', async () => {
    const { ctx, member } = await newOperator()
    const email = `nueva.${randomBytes(4).toString('hex')}@example.com`
    await inviteMember(ctx, { email, permissions: ['operator.support.view'] })
    const [mail] = await world().sql`select kind, text_body as text from mails where recipient = ${email}`
    expect(mail).toMatchObject({ kind: 'operator_invitation' })
    const token = /token=([A-Za-z0-9]{43})/.exec(String(mail?.text))?.[1] ?? ''
    const account = { ...ctx, hashing: new Gate({ size: 2, waitMsMax: 5_000, queueMax: 10 }) } as never
    expect(await findInvitation(account, token)).toMatchObject({
      tenant: null,
      toOperator: true,
      invitedBy: member.name,
    })
    const joined = { token, name: 'Nueva Persona', newPassword: 'cuatro garzas vuelan alto', language: 'es' } as const
    const { token: session } = await acceptAsNewUser(account, joined)
    expect(await loaded(session.reveal())).toMatchObject({
      stage: 'not_enrolled',
      operatorMembership: { permissions: ['operator.support.view'] },
    })
    await expect(acceptAsNewUser(account, joined)).rejects.toMatchObject({ code: 'link_invalid' })
    const events = await world().sql`select actor, action, merchant_id, company_id from audit_events
      where details->>'email' = ${email} order by id`
    const ours = { actor: 'operator', merchant_id: null, company_id: null }
    expect(events).toEqual([
      { ...ours, action: 'invitation.sent' },
      { ...ours, action: 'invitation.accepted' },
    ])
  })

  it('changes and removes its members, is told why it may not, and keeps one who manages it', async () => {
    await world().sql`delete from operator_memberships`
    const { ctx, member } = await newOperator()
    const alone = { userId: member.id, seen }
    await expect(removeMember(ctx, alone)).rejects.toMatchObject({ code: 'last_team_manager' })
    const { member: other, ctx: others } = await newOperator(['operator.support.view'])
    const held = { userId: other.id, seen: 'operator.support.view' }
    await changeMember(ctx, { ...held, permissions: ['operator.audit.read'] })
    await expect(removeMember(ctx, held)).rejects.toMatchObject({ code: 'member_changed' })
    expect((await listTeam(ctx)).members.map(({ userId }) => userId).toSorted()).toEqual(
      [member.id, other.id].toSorted(),
    )
    await expect(removeMember(others, alone)).rejects.toMatchObject({ code: 'permission_missing' })
    await removeMember(ctx, { userId: other.id, seen: 'operator.audit.read' })
    expect((await listTeam(ctx)).members).toMatchObject([{ userId: member.id, isLastManager: true }])
    const [mail] = await world().sql`select subject from mails where recipient = ${other.email} order by id desc`
    expect(mail?.subject).toBe('Ya no es parte del equipo de la red Aliado')
  })

  it('has its invitations withdrawn by itself alone, not by a merchant with their id', async () => {
    const { ctx } = await newOperator()
    const email = `otra.${randomBytes(4).toString('hex')}@example.com`
    await inviteMember(ctx, { email, permissions: ['operator.support.view'] })
    const [row] = await world().sql`select id from invitations where email = ${email}`
    const { id: merchantId } = await world().make.merchant()
    const shop = contextOf(world().office, merchantId, await people(world().sql).newMember(merchantId))
    const invitationId = Number(row?.id)
    await expect(withdrawInvitation(shop, { invitationId })).rejects.toMatchObject({ code: 'not_found' })
    await withdrawInvitation(ctx, { invitationId })
  })
})

describe('the trail', () => {
  it('tells a merchant that the operator did something, and the operator who of its people (P-40)', async () => {
    const { id: merchantId } = await world().make.merchant()
    const owner = await people(world().sql).newMember(merchantId)
    const shop = contextOf(world().office, merchantId, owner)
    const { ctx, member } = await newOperator()
    await recordEvent(ctx.db, ctx.origin, {
      ...{ operator: true, merchantId, userId: member.id },
      ...{ action: 'branch.deactivated', subjectType: 'branch', subjectId: 1, details: { name: 'Naco' } },
    })
    const toldShop = await trailOf(shop, trails.merchant)
    expect(toldShop.people).toEqual([])
    expect(toldShop.events).toMatchObject([
      { action: 'branch.deactivated', person: null, isOperators: true, subject: 'Naco', address: null },
    ])
    expect(JSON.stringify(toldShop)).not.toContain(member.name)
    expect((await trailOf(shop, trails.merchant, { person: String(member.id) })).events).toEqual([])
    const toldOperator = await trailOf(ctx, trails.operator, { person: String(member.id) })
    expect(toldOperator.events).toMatchObject([
      { action: 'branch.deactivated', person: member.name, isOperators: true, address: '203.0.113.9' },
    ])
  })

  it('of the whole network is read by who may, and by nobody else', async () => {
    const { ctx } = await newOperator(['operator.team.manage'])
    await expect(trailOf(ctx, trails.operator)).rejects.toMatchObject({ code: 'permission_missing' })
    expect(() => exportActivity(ctx, trails.operator.filterOf({}))).toThrow('permission_missing')
  })

  it('has a person for what a person of the operator did, and none for what the service did', async () => {
    const { member } = await newOperator()
    const insert = (actor: string, userId: number | null) =>
      world().sql`insert into audit_events (actor, user_id, action, subject_type, subject_id)
        values (${actor}, ${userId}, 'page.opened', 'permission', 'x')`
    await insert('operator', member.id)
    await insert('operator', null)
    const refused = { constraint_name: 'audit_events_actor' }
    await expect(insert('service', member.id)).rejects.toMatchObject(refused)
    await expect(insert('user', null)).rejects.toMatchObject(refused)
  })
})

describe('a day of the trail', () => {
  const key = auditKey(testDataKey)
  const published = readPublicKey(publishedKey(key).pem)
  /** The trail is append-only for everybody but the owner of the tables, who can switch its trigger off. */
  const asOwner = (change: (sql: Sql) => Promise<unknown>) =>
    world().sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await change(sql as never)
    })
  const read = async (ctx: Awaited<ReturnType<typeof newOperator>>['ctx'], day: string, now = new Date()) =>
    exportTrail({ ...ctx, now: () => now, auditKey: key }, { day })

  it('is given signed once it is over, follows the day before, and holds what happened, by ids (P-42)', async () => {
    const { sql, make } = world()
    const { ctx, member } = await newOperator()
    const { id: merchantId } = await make.merchant()
    const today = localDayOf(new Date())
    const [two, one] = [addDays(today, -2), addDays(today, -1)]
    await asOwner(async (tx) => {
      await tx`update audit_events set occurred_at = now()`
      for (const day of [two, two, one]) {
        await tx`insert into audit_events (occurred_at, actor, user_id, merchant_id, action, subject_type, subject_id, details)
          values (${startOfDay(day)}, 'operator', ${member.id}, ${merchantId}, 'branch.renamed', 'branch', '1', '{"was": "ñ", "name": "b"}')`
      }
    })
    const later = new Date(startOfDay(today).getTime() + 2 * 3_600_000)
    expect(await closedTrail({ ...ctx, now: () => later })).toBeDefined()
    const files = [
      { name: 'one', text: await read(ctx, two, later) },
      { name: 'two', text: await read(ctx, one, later) },
    ]
    if (!published) throw new Error('the key is read')
    expect(verifyTrail(files, published)).toEqual({ kind: 'valid', first: two, last: one, events: 3 })
    expect(await read(ctx, two, later)).toBe(files[0]?.text)
    const lines = files[1]?.text.split('\n') ?? []
    expect(JSON.parse(lines[1] ?? '').event).toMatchObject({
      ...{
        actor: 'operator',
        userId: member.id,
        merchantId,
        action: 'branch.renamed',
        details: { was: 'ñ', name: 'b' },
      },
    })
    for (const { text } of files)
      for (const personal of [member.name, member.email]) expect(text).not.toContain(personal)
    await expect(read(ctx, today, later)).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(ctx, addDays(two, -1), later)).rejects.toMatchObject({ code: 'not_found' })
    const { ctx: viewer } = await newOperator(['operator.support.view'])
    await expect(read(viewer, two, later)).rejects.toMatchObject({ code: 'permission_missing' })
    // What is changed behind the service's back is seen, although a new chain would be consistent.
    await asOwner((tx) => tx`update audit_events set subject_id = '2' where occurred_at = ${startOfDay(one)}`)
    await expect(read(ctx, one, later)).rejects.toThrow(/is not what it was when the day was sealed/)
    await expect(sql`update audit_days set events = 0`).rejects.toThrow(/append-only/)
  })
})

describe('the network at a glance', () => {
  it('counts who is in it, what was sold, what is reserved, and whose calls fail', async () => {
    const { sql, make } = world()
    const { ctx } = await newOperator(['operator.support.view'])
    const before = await showNetwork(ctx)
    const shop = await make.shop()
    const { company } = await newCompany()
    await make.person(company.id)
    const { id: disabled } = await make.merchant()
    await sql`update merchants set enabled = false where id = ${disabled}`
    const made = await sql`
      insert into authorizations (merchant_id, code, reference, status, ended_at, expires_at, discount_id, company_id,
        collaborator_id, api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope)
      select ${shop.merchant.id}, upper(md5(status)), status, status, case when status <> 'Authorized' then now() end,
        now() + interval '15 minutes', ${shop.discountId}, ${shop.company.id}, ${shop.person.id}, k.id, 100, 10, 90, 'PCT', 10, 'store'
      from (values ('Authorized'), ('Consumed'), ('Released')) a (status),
        (select id from api_keys where merchant_id = ${shop.merchant.id} limit 1) k
      returning id, status`
    const consumed = made.find(({ status }) => status === 'Consumed')?.id
    await sql`insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
      select merchant_id, 'A1', id, reference, discount_id, company_id, collaborator_id, api_key_id, 100, 10, 90, now()
      from authorizations where merchant_id = ${shop.merchant.id} and id = ${consumed}`
    await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, details)
      select ${shop.merchant.id}, now() - make_interval(mins => n), gen_random_uuid(), 1, 'applyDiscount',
        case n when 3 then 201 else 403 end, case n when 3 then null when 1 then 'merchant_disabled' else 'invalid_request' end,
        1, n::text, '{}' from (values (1), (2), (3), (90)) v (n)`
    const after = await showNetwork(ctx)
    expect(after.counts.merchants - before.counts.merchants).toBe(2)
    expect(after.counts.merchantsEnabled - before.counts.merchantsEnabled).toBe(1)
    expect(after.counts.companies - before.counts.companies).toBe(2)
    expect(after.counts.people - before.counts.people).toBe(2)
    expect(after.counts.reservations - before.counts.reservations).toBe(1)
    for (const [at, { count, finalCents, discountCents, merchants }] of after.sales.entries()) {
      const was = before.sales[at]
      expect(count - Number(was?.count)).toBe(1)
      expect(merchants - Number(was?.merchants)).toBe(1)
      expect([finalCents - (was?.finalCents ?? 0n), discountCents - (was?.discountCents ?? 0n)]).toEqual([
        9_000n,
        1_000n,
      ])
    }
    expect(after.failing.find(({ id }) => id === shop.merchant.id)).toMatchObject({
      failed: 2,
      lastCode: 'merchant_disabled',
    })
  })

  it('is shown to nobody who may do nothing there', async () => {
    const { ctx } = await newOperator([])
    await expect(showNetwork(ctx)).rejects.toMatchObject({ code: 'permission_missing' })
  })
})
