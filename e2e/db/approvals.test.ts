import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import type { OperatorPermission } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { approve, refuseApproval, withdrawApproval } from '@/lib/approvals/decide-approval'
import { setFourEyesOff, setFourEyesOn, showDecider, showFourEyes } from '@/lib/approvals/four-eyes'
import { listApprovals } from '@/lib/approvals/list-approvals'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { createDatabase } from '../fixtures/database'
import { openTestOffice, operatorContextOf, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'

// H-14, ADR-0055: what needs two people of the operator, and what happens when they are quick.

const of = openForTests(async (atEnd) => {
  const { sql, databaseUrl, drop } = await createDatabase()
  atEnd(drop)
  const office = openTestOffice(databaseUrl)
  atEnd(() => office.sql.end())
  return { sql, office }
})

type Operator = Awaited<ReturnType<ReturnType<typeof people>['newOperator']>>

const newOperator = async (permissions?: OperatorPermission[]) => {
  const { sql, office } = of()
  const operator = await people(sql).newOperator(permissions ? { permissions } : {})
  return { operator, ctx: operatorContextOf(office, operator) }
}

let count = 0
const invitation = () => ({ email: `nuevo.${++count}@red.example`, permissions: ['operator.support.view' as const] })

/** What an operator proposed and what has come of it. */
async function proposed() {
  const [one, two] = [await newOperator(), await newOperator()]
  const asked = invitation()
  const done = await proposeOrDo(one.ctx, 'invite_operator', asked)
  if (!done.waits) throw new Error('four eyes are on')
  const { approvalId } = done
  return { one, two, asked, approvalId }
}

const invitationsTo = async (email: string) =>
  (await of().sql`select from invitations where email = ${email} and to_operator`).length

const row = async (id: number) => {
  const [found] = await of().sql<{ decision: string | null; decidedBy: number | null }[]>`
    select decision, decided_by as "decidedBy" from approvals where id = ${id}`
  return found
}

const eventsOf = async (id: number) => {
  const rows = await of().sql<{ said: string }[]>`
    select action || ' ' || outcome as said from audit_events
    where subject_type = 'approval' and subject_id = ${String(id)} order by id`
  return rows.map(({ said }) => said)
}

/** What each of several gave: its value, or the code of its fault. */
const codesOf = async (works: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map((one) =>
    one.status === 'fulfilled' ? 'done' : one.reason instanceof OfficeFault ? one.reason.code : String(one.reason),
  )

const expire = (id: number) =>
  of().sql.begin(async (tx) => {
    await tx`alter table approvals disable trigger approvals_decided_once`
    await tx`update approvals set proposed_at = now() - interval '25 hours', expires_at = now() - interval '1 hour' where id = ${id}`
    await tx`alter table approvals enable trigger approvals_decided_once`
  })

const fault = (code: string) => expect.objectContaining({ code })

describe('what needs two people', () => {
  test('waits for the second, who is told by mail, and is done by their approval (H-14)', async () => {
    const { one, two, asked, approvalId } = await proposed()
    expect(await invitationsTo(asked.email)).toBe(0)
    const mails = await of().sql<{ recipient: string; text: string }[]>`
      select recipient, text_body as text from mails where kind = 'approval_proposed' and recipient in (${one.operator.email}, ${two.operator.email})`
    expect(mails.map(({ recipient }) => recipient)).toEqual([two.operator.email])
    expect(mails[0]?.text).not.toContain(asked.email)
    const { waiting } = await listApprovals(two.ctx)
    expect(waiting.find(({ id }) => id === approvalId)).toMatchObject({
      kind: 'invite_operator',
      words: { email: asked.email },
      proposer: one.operator.name,
      isOwn: false,
      obstacle: null,
    })
    await approve(two.ctx, { approvalId })
    expect(await invitationsTo(asked.email)).toBe(1)
    expect(await row(approvalId)).toEqual({ decision: 'approved', decidedBy: two.operator.id })
    expect(await eventsOf(approvalId)).toEqual(['approval.proposed done', 'approval.approved done'])
  })

  test('is neither approved nor refused by who proposed it, and taken back by nobody else', async () => {
    const { one, two, asked, approvalId } = await proposed()
    await expect(approve(one.ctx, { approvalId })).rejects.toEqual(fault('approval_own'))
    await expect(refuseApproval(one.ctx, { approvalId, reason: 'No' })).rejects.toEqual(fault('approval_own'))
    await expect(withdrawApproval(two.ctx, { approvalId, reason: 'No' })).rejects.toEqual(fault('approval_not_yours'))
    expect(await invitationsTo(asked.email)).toBe(0)
    await withdrawApproval(one.ctx, { approvalId, reason: 'Era otra persona' })
    expect(await row(approvalId)).toEqual({ decision: 'withdrawn', decidedBy: one.operator.id })
    expect(await eventsOf(approvalId)).toEqual([
      'approval.proposed done',
      'approval.approved denied',
      'approval.refused denied',
      'approval.withdrawn denied',
      'approval.withdrawn done',
    ])
  })

  test('ends with the first decision', async () => {
    const { two, asked, approvalId } = await proposed()
    await refuseApproval(two.ctx, { approvalId, reason: 'No la conocemos' })
    const codes = await codesOf([
      approve(two.ctx, { approvalId }),
      refuseApproval(two.ctx, { approvalId, reason: 'Otra vez' }),
    ])
    expect(codes).toEqual(['approval_decided', 'approval_decided'])
    expect(await invitationsTo(asked.email)).toBe(0)
  })

  test('is not decided once its 24 hours are over', async () => {
    const { one, two, asked, approvalId } = await proposed()
    await expire(approvalId)
    const codes = await codesOf([
      approve(two.ctx, { approvalId }),
      refuseApproval(two.ctx, { approvalId, reason: 'Tarde' }),
      withdrawApproval(one.ctx, { approvalId, reason: 'Tarde' }),
    ])
    expect(codes).toEqual(['approval_expired', 'approval_expired', 'approval_expired'])
    expect(await invitationsTo(asked.email)).toBe(0)
    const { past } = await listApprovals(two.ctx)
    expect(past.find(({ id }) => id === approvalId)?.state).toBe('expired')
  })

  test('is undone whole when its time runs out while it is carried out', async () => {
    const { two, asked, approvalId } = await proposed()
    const { sql } = of()
    // It is read while it waits; the row that it would be written to is over by then.
    await sql.begin(async (tx) => {
      await tx`alter table approvals disable trigger approvals_decided_once`
      await tx`update approvals set proposed_at = now() - interval '1 hour', expires_at = clock_timestamp() + interval '1500 ms' where id = ${approvalId}`
      await tx`alter table approvals enable trigger approvals_decided_once`
    })
    let hold: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      hold = resolve
    })
    // Who approves waits here for the row of their own invitation, which another transaction keeps.
    const keeper = sql.begin(async (tx) => {
      await tx`lock table invitations in exclusive mode`
      hold()
      await wait(2_000)
    })
    await held
    await expect(approve(two.ctx, { approvalId })).rejects.toEqual(fault('approval_expired'))
    await keeper
    expect(await invitationsTo(asked.email)).toBe(0)
    expect(await row(approvalId)).toEqual({ decision: null, decidedBy: null })
  })

  test('is not approved when who proposed it lost the permission, left, or is disabled; nor by who lacks it', async () => {
    const { sql } = of()
    const ends: ((operator: Operator, by: Awaited<ReturnType<typeof newOperator>>['ctx']) => Promise<unknown>)[] = [
      ({ id, permissions }, by) =>
        changeMember(by, { userId: id, seen: writePermissions(permissions), permissions: ['operator.audit.read'] }),
      ({ id, permissions }, by) => removeMember(by, { userId: id, seen: writePermissions(permissions) }),
      ({ id }) => sql`update users set disabled_at = now() where id = ${id}`,
    ]
    for (const end of ends) {
      const { one, two, asked, approvalId } = await proposed()
      await end(one.operator, two.ctx)
      await expect(approve(two.ctx, { approvalId })).rejects.toEqual(fault('proposer_may_not'))
      expect(await invitationsTo(asked.email)).toBe(0)
      await refuseApproval(two.ctx, { approvalId, reason: 'Ya no está' })
    }
    const { approvalId } = await proposed()
    const other = await newOperator(['operator.support.view'])
    await expect(approve(other.ctx, { approvalId })).rejects.toEqual(fault('permission_missing'))
    await expect(listApprovals(other.ctx)).rejects.toEqual(fault('permission_missing'))
  })

  test('is checked again: what became impossible is not done, says why, and goes on waiting', async () => {
    const { two, asked, approvalId } = await proposed()
    const { sql } = of()
    const user = await people(sql).newUser()
    await sql`update users set email = ${asked.email} where id = ${user.id}`
    await sql`insert into operator_memberships (user_id, permissions) values (${user.id}, '{operator.support.view}')`
    const { waiting } = await listApprovals(two.ctx)
    expect(waiting.find(({ id }) => id === approvalId)?.obstacle).toBe('already_member')
    await expect(approve(two.ctx, { approvalId })).rejects.toEqual(fault('already_member'))
    expect(await row(approvalId)).toEqual({ decision: null, decidedBy: null })
  })

  test('is proposed once while it waits', async () => {
    const { one, two, asked } = await proposed()
    await expect(proposeOrDo(two.ctx, 'invite_operator', asked)).rejects.toEqual(fault('already_proposed'))
    await expect(
      proposeOrDo(one.ctx, 'invite_operator', { ...asked, email: asked.email.toUpperCase() }),
    ).rejects.toEqual(fault('already_proposed'))
  })

  test('is held by the database too: one decision, by two people, and nothing else changes', async () => {
    const { two, one, approvalId } = await proposed()
    const { sql } = of()
    const tries = [
      sql`update approvals set decision = 'approved', decided_by = ${one.operator.id}, decided_at = now() where id = ${approvalId}`,
      sql`update approvals set decision = 'alone', decided_by = ${two.operator.id}, decided_at = now() where id = ${approvalId}`,
      sql`update approvals set payload = '{}' where id = ${approvalId}`,
      sql`delete from approvals where id = ${approvalId}`,
    ]
    const codes = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && one.reason.code)
    expect(codes).toEqual(['23514', '23514', '42501', '42501'])
    await approve(two.ctx, { approvalId })
    await expect(
      sql`update approvals set decision = 'refused', reason = 'x' where id = ${approvalId}`,
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a network with one person', () => {
  test('sets four eyes off openly, does at once what it asks for, and has them on again with a second person', async () => {
    const { sql } = of()
    await sql`update users set disabled_at = now() where id in (select user_id from operator_memberships)`
    const { ctx, operator } = await newOperator()
    expect(await showFourEyes(ctx.db)).toEqual({ isOn: true, canBeOff: true, off: undefined })
    expect(await showDecider(ctx)).toBe('nobody')
    const first = await proposeOrDo(ctx, 'invite_operator', invitation())
    expect(first.waits).toBe(true)

    await setFourEyesOff(ctx, { reason: 'Soy la única persona' })
    const { off } = await showFourEyes(ctx.db)
    expect(off).toMatchObject({ by: operator.name, reason: 'Soy la única persona' })
    expect(await showDecider(ctx)).toBe('doer')
    const asked = invitation()
    expect(await proposeOrDo(ctx, 'invite_operator', asked)).toEqual({ waits: false })
    expect(await invitationsTo(asked.email)).toBe(1)
    const { past } = await listApprovals(ctx)
    expect(past[0]).toMatchObject({ state: 'alone', proposer: operator.name, decider: operator.name })

    const second = await newOperator()
    expect(await showFourEyes(ctx.db)).toEqual({ isOn: true, canBeOff: false, off: undefined })
    expect(await showDecider(ctx)).toBe('others')
    await expect(setFourEyesOff(second.ctx, { reason: 'Es más rápido' })).rejects.toEqual(fault('four_eyes_needed'))
    expect((await proposeOrDo(ctx, 'invite_operator', invitation())).waits).toBe(true)
    // Not off again by itself once that person has gone.
    await sql`update users set disabled_at = now() where id = ${second.operator.id}`
    expect(await showFourEyes(ctx.db)).toMatchObject({ isOn: true, canBeOff: true })
    await setFourEyesOff(ctx, { reason: 'De nuevo a solas' })
    await setFourEyesOn(ctx)
    expect((await showFourEyes(ctx.db)).isOn).toBe(true)
    const said = await sql<{ said: string }[]>`
      select concat_ws(' ', action, actor, outcome) as said from audit_events where action like 'four_eyes.%' order by id`
    expect(said.map(({ said }) => said)).toEqual([
      'four_eyes.set_off operator done',
      'four_eyes.restored service done',
      'four_eyes.set_off operator denied',
      'four_eyes.set_off operator done',
      'four_eyes.set_on operator done',
    ])
  })
})
