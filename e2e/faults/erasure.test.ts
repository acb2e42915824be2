import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { expect, inject, it } from 'vitest'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { closeDay } from '@/lib/closing/close-day'
import { changeCollaborator } from '@/lib/collaborators/change-collaborator'
import { centsOfNumeric, numericOfCents } from '@/lib/kernel/money'
import { addDays, localDayOf } from '@/lib/language/days'
import { projectRoot } from '@/server/settings'
import { type Reserved, till } from '../api/till'
import { expectInvariants } from '../db/invariants'
import { leaveTraces, tablesWith } from '../db/traces-of-people'
import { bundle } from '../fixtures/api-bundle'
import { canariesIn } from '../fixtures/canaries'
import type { Answer } from '../fixtures/client'
import { createDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories, newIdentification, type Person } from '../fixtures/factories'
import { companyContextOf, contextOf, openTestOffice, operatorContextOf, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { startProcess } from '../fixtures/service'

/**
 * H-16, ADR-0059: people are erased one after the other while tills sell to them, by a process that is killed ten times, each time
 * somewhere else within the transaction of an erasure.
 */

/** Somebody at a company, and once at another (D31): both rows are erased by one approval, or neither. */
type Known = { readonly rows: readonly [Person, Person]; readonly texts: readonly string[] }

/** For what an erasure waits when it is killed, in the order in which it comes there: only the first stands before it has written. */
const moments: readonly (readonly [name: string, hold: (tx: TransactionSql, held: Held) => PromiseLike<unknown>])[] = [
  ['its company', (tx, { two }) => tx`select from companies where id = ${two.companyId} for no key update`],
  ['a link', (tx, { two }) => tx`select from collaborator_links where collaborator_id = ${two.id} for update`],
  ['the second row', (tx, { two }) => tx`select from collaborators where id = ${two.id} for key share`],
  ['a session', (tx, { one }) => tx`select from collaborator_sessions where collaborator_id = ${one.id} for update`],
  [
    'an invitation',
    (tx, { one }) => tx`
    select from collaborator_invitations where collaborator_id = ${one.id} for update`,
  ],
  [
    'the trail of the second row',
    (tx, { two }) => tx`
    select from audit_events where subject_type = 'collaborator' and subject_id = ${String(two.id)} for update`,
  ],
  ['a mail', (tx, { email }) => tx`select from mails where recipient = ${email} for update`],
  ['a known browser', (tx, { email }) => tx`select from known_devices where email = ${email} for update`],
  ['a throttle', (tx, { email }) => tx`select from throttles where subject = ${email} for update`],
  ['its decision', (tx, { approvalId }) => tx`select from approvals where id = ${approvalId} for update`],
]

type Held = { one: Person; two: Person; email: string; approvalId: number }

type Sold = Reserved & { discountAmount: number }

const toErase = 2 * moments.length + 2
const staying = 8
const sellers = 3
const pauseMs = 50
/** Reservations of erased people that are paid or given back at the end. */
const later = 40

const opened = openForTests(async (atEnd) => {
  const database = await createDatabase()
  atEnd(database.drop)
  const office = openTestOffice(database.databaseUrl)
  atEnd(() => office.sql.end())
  const { url, stop } = await startProcess(database.databaseUrl)
  atEnd(stop)
  const program = join(dirname(inject('apiBundle')), `test-approve-all-${process.pid}.js`)
  atEnd(() => rm(program, { force: true }))
  await bundle(projectRoot, 'e2e/faults/approve-all.ts', program)
  return { ...database, office, url, program }
})

/** The offices' work in a process of its own. */
function approveAll(program: string, databaseUrl: string, userId: number) {
  const child: ChildProcess = spawn(process.execPath, [program, String(userId)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))
  return { child, ended }
}

const centsOf = (amount: number) => centsOfNumeric(String(amount))

it('erases people while tills sell, killed ten times: nobody by half, no wrong answer, and every cent', async () => {
  const { sql, databaseUrl, office, url, program } = opened()
  const make = factories(sql)
  const shop = await make.shop({ usesTotal: 1_000_000, budget: '1000000000', usesPerCollaboratorPerDay: 10_000 })
  const hr = await people(sql).newCompanyMember(shop.company.id)
  const newKnown = async (): Promise<Known> => {
    const mark = randomBytes(6).toString('hex')
    const [identification, email] = [newIdentification(), `${mark}@persona.example`]
    const former = await make.company()
    await sql`insert into company_memberships (user_id, company_id, permissions)
      values (${hr.id}, ${former.id}, ${hr.permissions})`
    const rows = [
      await make.person(shop.company.id, { identification }),
      await make.person(former.id, { identification, active: false }),
    ] as const
    for (const { id, companyId } of rows) {
      const ctx = companyContextOf(office, companyId, hr)
      await changeCollaborator(ctx, {
        id,
        firstName: `Nombre${mark}`,
        lastName: `Apellido${mark}`,
        email,
        typeId: null,
      })
      await leaveTraces(sql, { id, companyId, email, mark, invitedBy: hr.id })
    }
    const [row] =
      await sql`select encode(identification_hmac, 'hex') as hmac from collaborators where id = ${rows[0].id}`
    return { rows, texts: [email, `Nombre${mark}`, `Apellido${mark}`, row?.hmac] }
  }
  const everyone: Known[] = []
  while (everyone.length < toErase + staying) everyone.push(await newKnown())
  const erased = everyone.slice(0, toErase)
  const [proposer, approver] = [await people(sql).newOperator(), await people(sql).newOperator()]
  const approvalIds: number[] = []
  for (const { rows } of erased) {
    const asked = { collaboratorIds: rows.map(({ id }) => id) }
    const proposed = await proposeOrDo(operatorContextOf(office, proposer), 'erase_person', asked)
    if (!proposed.waits) throw new Error('four eyes are on')
    approvalIds.push(proposed.approvalId)
  }

  // What the tills were answered.
  const told = { reservations: 0, reserved: 0n, released: 0, sales: 0, discounts: 0n, paid: 0n, used: 0n }
  const asked = { whole: 0, gone: 0 }
  const gone = new Set<Known>()
  let held: Known | undefined
  let isSelling = true
  /** The answer to a write. The one whose erasure is held may be asked to come again (D12), and nobody else ever. */
  const definite = async (known: Known, ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const heldBefore = held
      const answer = await ask()
      if (answer.status !== 503) return answer
      expect([heldBefore, held]).toContain(known)
      await wait(50)
    }
  }
  const tillOf = ({ rows }: Known) => till(url, { ...shop, person: rows[0] })
  const reserve = async (known: Known, cents: number) => {
    const my = tillOf(known)
    const [body, idempotencyKey] = [my.applyBody({ purchaseAmount: cents / 100 }), randomUUID()]
    const answer = await definite(known, () => my.apply(body, { idempotencyKey }))
    if (answer.status !== 201) return answer
    const discount = centsOf(answer.body.value.discountAmount)
    told.reservations += 1
    told.reserved += discount
    told.used += discount
    return answer
  }
  const pay = async (known: Known, reserved: Sold, fields = {}) => {
    const my = tillOf(known)
    const [body, idempotencyKey] = [my.consumeBody(reserved, fields), randomUUID()]
    const { status, body: said } = await definite(known, () => my.consume(reserved, body, { idempotencyKey }))
    expect(status).toBe(201)
    const discount = centsOf(said.value.discountAmount)
    told.sales += 1
    told.discounts += discount
    told.paid += centsOf(said.value.finalAmount)
    told.used += discount - centsOf(reserved.discountAmount)
  }
  const release = async (known: Known, reserved: Sold) => {
    const { status } = await definite(known, () => tillOf(known).release(reserved))
    expect(status).toBe(200)
    told.released += 1
    told.used -= centsOf(reserved.discountAmount)
  }
  /** Reserved, and neither paid nor given back. */
  const open: { known: Known; reserved: Sold }[] = []
  const sellTo = async (known: Known, n: number) => {
    const wasGone = gone.has(known)
    const { status, body: said } = await tillOf(known).eligibility()
    expect(status).toBe(200)
    const isGone: boolean = !said.value.eligible
    if (wasGone) expect(isGone).toBe(true)
    if (isGone) gone.add(known)
    const answer = await reserve(known, 10_037 + n)
    if (isGone) expect(answer.status).toBe(404)
    if (answer.status !== 201) {
      expect([answer.status, answer.body.code]).toEqual([404, 'discount_not_available'])
      gone.add(known)
      asked.gone += 1
      return
    }
    asked.whole += 1
    const reserved: Sold = answer.body.value
    if (n % 5 === 0) open.push({ known, reserved })
    else if (n % 5 === 1) await release(known, reserved)
    else await pay(known, reserved, n % 5 === 2 ? { purchaseAmount: 77.77 } : {})
  }

  // A day is closed before anybody is erased.
  for (const [n, known] of everyone.entries()) await sellTo(known, n)
  const merchantCtx = contextOf(office, shop.merchant.id, await people(sql).newMember(shop.merchant.id))
  const now = new Date()
  const close = (day: string, at: Date) =>
    closeDay(merchantCtx, { day, branch: 'none', references: [], reasons: [], notes: [] }, at)
  await close(localDayOf(now), now)
  const closed = await sql`select * from closings`

  const standing = (some: readonly Known[]) =>
    tablesWith(
      sql,
      some.flatMap(({ texts }) => texts),
    )
  const before = await standing(everyone)
  const [email, , lastName] = everyone[0]?.texts ?? []
  expect(before[email ?? '']).toEqual(
    expect.arrayContaining(['mails', 'known_devices', 'throttles', 'collaborator_links']),
  )
  expect(before[lastName ?? '']).toEqual(['audit_events', 'collaborators'])
  /** As many are erased as are approved, in both their rows; of these, each is as they were, or stands nowhere. */
  const expectNobodyByHalf = async (done: number, some: readonly Known[]) => {
    const decided = await sql`select id::int from approvals where decision is not null order by id`
    expect(decided.map(({ id }) => id)).toEqual(approvalIds.slice(0, done))
    const gone = erased.slice(0, done)
    const rows = await sql`select id::int from collaborators where erased_at is not null order by id`
    expect(rows.map(({ id }) => id)).toEqual(gone.flatMap((known) => known.rows.map(({ id }) => id)))
    const expected = some.flatMap((known) =>
      known.texts.map((text) => [text, gone.includes(known) ? [] : before[text]] as const),
    )
    expect(await standing(some)).toEqual(Object.fromEntries(expected))
  }
  await expectNobodyByHalf(0, everyone)

  const selling = Promise.all(
    Array.from({ length: sellers }, async (_, seller) => {
      for (let n = seller; isSelling; n += 7) {
        await sellTo(everyone[n % everyone.length] as Known, n)
        await wait(pauseMs)
      }
    }),
  )
  const workers = () => sql<{ waits: boolean; blockers: number[] }[]>`
    select wait_event_type = 'Lock' as waits, pg_blocking_pids(pid) as blockers from pg_stat_activity
    where datname = current_database() and application_name = 'aliado office'`
  await office.sql.end()
  for (const [kill, [, hold]] of moments.entries()) {
    const target = 2 * kill + 1
    const known = erased[target] as Known
    const [one, two] = known.rows
    held = known
    await sql.begin(async (tx) => {
      const [me] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      const locked = await hold(tx, { one, two, email: known.texts[0] ?? '', approvalId: approvalIds[target] ?? 0 })
      expect(locked).not.toHaveLength(0)
      const { child, ended } = approveAll(program, databaseUrl, approver.id)
      await eventually(async () => {
        const waiting = (await workers()).filter(({ waits, blockers }) => waits && blockers.includes(me?.pid ?? 0))
        expect(waiting).toHaveLength(1)
      })
      child.kill('SIGKILL')
      await ended
    })
    await eventually(async () => expect(await workers()).toEqual([]))
    held = undefined
    await expectNobodyByHalf(target, erased.slice(target - 1, target + 2))
  }
  const { code, said } = await approveAll(program, databaseUrl, approver.id).ended
  expect([code, said]).toEqual([0, ''])
  await expectNobodyByHalf(toErase, everyone)
  expect(canariesIn(said)).toEqual([])
  isSelling = false
  await selling
  expect(Math.min(...Object.values(asked))).toBeGreaterThan(0)
  for (const known of everyone) {
    const { status, body: said } = await tillOf(known).eligibility()
    expect([status, said.value.eligible]).toEqual([200, !erased.includes(known)])
  }
  const events = await sql<{ of: number }[]>`
    select subject_id::int as of from audit_events where action = 'collaborator.erased' order by audit_events.id`
  expect(events.map((event) => event.of)).toEqual(erased.flatMap(({ rows }) => rows.map(({ id }) => id)))

  // What was reserved before is paid or given back afterwards; what was closed stays closed.
  const ofErased = open.filter(({ known }) => erased.includes(known)).slice(0, later)
  expect(ofErased.length).toBeGreaterThan(1)
  for (const [n, { known, reserved }] of ofErased.entries()) await (n % 2 === 0 ? pay : release)(known, reserved)
  expect(await sql`select * from closings`).toEqual(closed)
  await close(addDays(localDayOf(now), 1), new Date(now.getTime() + 86_400_000))

  const [stands] = await sql`
    select (select count(*)::int from authorizations) as reservations,
      (select sum(discount_amount)::text from authorizations) as reserved,
      (select count(*)::int from authorizations where status = 'Released') as released,
      (select count(*)::int from consumptions) as sales,
      (select sum(discount_amount)::text from consumptions) as discounts,
      (select sum(final_amount)::text from consumptions) as paid,
      (select sum(consumed_count + late_count)::int from closings) as "salesClosed",
      (select sum(discount_amount + late_discount_amount)::text from closings) as "discountsClosed",
      (select sum(final_amount + late_final_amount)::text from closings) as "paidClosed",
      (select uses::int from discount_usage) as uses,
      (select amount::text from discount_usage) as "amountUsed",
      (select sum(uses)::int from discount_daily_usage) as "usesOfDays"`
  const [discounts, paid] = [numericOfCents(told.discounts), numericOfCents(told.paid)]
  const uses = told.reservations - told.released
  expect(stands).toEqual({
    ...{ reservations: told.reservations, reserved: numericOfCents(told.reserved), released: told.released },
    ...{ sales: told.sales, discounts, paid, salesClosed: told.sales, discountsClosed: discounts, paidClosed: paid },
    ...{ uses, amountUsed: numericOfCents(told.used), usesOfDays: uses },
  })
  await expectInvariants(sql)
})
