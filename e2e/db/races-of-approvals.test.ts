import { describe, expect, it } from 'vitest'
import { changeMember } from '@/lib/accounts/change-member'
import { writePermissions } from '@/lib/accounts/roles'
import { approve, refuseApproval, withdrawApproval } from '@/lib/approvals/decide-approval'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { startOfficeRaces } from './office-races'
import { operatorsOf } from './operators-world'
import { rounds } from './till-races'

/** People of the operator decide on one proposal at once, at two processes: it comes to one decision, and to what that decision does (ADR-0055). */

const races = startOfficeRaces()

const each = 6

/** One of the operator's people, at one of the two processes. */
const newOperator = (at: 0 | 1) => {
  const office = races().offices[at]
  if (!office) throw new Error('there are two')
  return operatorsOf(races().sql, office).newOperator()
}

let count = 0

/** What one proposed, and two others who may decide on it. */
async function newRace() {
  const [one, two, three] = [await newOperator(0), await newOperator(0), await newOperator(1)]
  const asked = { email: `nuevo.${++count}@red.example`, permissions: ['operator.support.view' as const] }
  const done = await proposeOrDo(one.ctx, 'invite_operator', asked)
  if (!done.waits) throw new Error('four eyes are on')
  const { approvalId } = done
  const outcome = async () => {
    const [found] = await races().sql<{ decision: string | null }[]>`
      select decision from approvals where id = ${approvalId}`
    const invitations = await races().sql`select from invitations where email = ${asked.email} and to_operator`
    const events = await races().sql<{ action: string }[]>`
      select action from audit_events
      where subject_type = 'approval' and subject_id = ${String(approvalId)} and outcome = 'done' order by id`
    return { decision: found?.decision, invitations: invitations.length, events: events.map(({ action }) => action) }
  }
  return { one, two, three, approvalId, asked, outcome }
}

const approved = { decision: 'approved', invitations: 1, events: ['approval.proposed', 'approval.approved'] }
const undecided = { decision: null, invitations: 0, events: ['approval.proposed'] }
const ended = (decision: 'refused' | 'withdrawn') => ({
  decision,
  invitations: 0,
  events: ['approval.proposed', `approval.${decision}`],
})

const times = <T>(run: () => Promise<T>) => Array.from({ length: each }, () => run)

/** Its 24 hours are over from one moment to the next; what is written besides time is held by a trigger. */
const expire = (approvalId: number) =>
  races().sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update approvals set proposed_at = now() - interval '25 hours', expires_at = now() - interval '1 hour'
      where id = ${approvalId} and decided_at is null`
  })

describe('a proposal', () => {
  it.each(rounds.slice(0, 4))('that two approve many times at once is done once, round %i', async () => {
    const { two, three, approvalId, outcome } = await newRace()
    const { tally } = await races().race([
      ...times(() => approve(two.ctx, { approvalId })),
      ...times(() => approve(three.ctx, { approvalId })),
    ])
    expect(tally).toEqual({ done: 1, approval_decided: 2 * each - 1 })
    expect(await outcome()).toEqual(approved)
  })

  it.each(rounds.slice(0, 4))('is never approved by who made it, whoever else approves at once, round %i', async () => {
    const { one, two, approvalId, outcome } = await newRace()
    const own: string[] = []
    const alone = () =>
      approve(one.ctx, { approvalId }).catch((error: { code: string }) => {
        own.push(error.code)
        throw error
      })
    const { done } = await races().race([...times(alone), ...times(() => approve(two.ctx, { approvalId }))])
    expect(done).toHaveLength(1)
    expect(own).toHaveLength(each)
    for (const code of own) expect(['approval_own', 'approval_decided']).toContain(code)
    expect(await outcome()).toEqual(approved)
  })

  it.each(rounds.slice(0, 4))(
    'whose time runs out while many approve it is done in time or not at all, round %i',
    async () => {
      const { two, three, approvalId, outcome } = await newRace()
      const { tally } = await races().race([
        ...times(() => approve(two.ctx, { approvalId })),
        async () => {
          await expire(approvalId)
        },
        ...times(() => approve(three.ctx, { approvalId })),
      ])
      const { done = 0, approval_decided = 0, approval_expired = 0, ...others } = tally
      expect(others).toEqual({})
      expect([1, 2]).toContain(done)
      expect(done + approval_decided + approval_expired).toBe(2 * each + 1)
      // The end of its time is one of what was done.
      expect(await outcome()).toEqual(done === 2 ? approved : undecided)
      expect(done === 2 ? approval_expired : approval_decided).toBe(0)
    },
  )

  it.each(rounds.slice(0, 4))(
    'that is approved, and refused or taken back, at once comes to one of both, round %i',
    async (round) => {
      const { one, two, three, approvalId, outcome } = await newRace()
      const other = round % 2 === 0 ? 'withdrawn' : 'refused'
      const reason = 'Me equivoqué'
      const end = () =>
        other === 'withdrawn'
          ? withdrawApproval(one.ctx, { approvalId, reason })
          : refuseApproval(three.ctx, { approvalId, reason })
      const { tally } = await races().race([...times(() => approve(two.ctx, { approvalId })), ...times(end)])
      expect(tally).toEqual({ done: 1, approval_decided: 2 * each - 1 })
      const came = await outcome()
      expect([approved, ended(other)]).toContainEqual(came)
    },
  )

  it.each(rounds.slice(0, 4))(
    'whose maker loses the permission at once is done before, or not at all, round %i',
    async () => {
      const { one, two, three, approvalId, outcome } = await newRace()
      const { id: userId, permissions } = one.operator
      const loss = { userId, seen: writePermissions(permissions), permissions: ['operator.audit.read' as const] }
      const { tally } = await races().race<unknown>([
        ...times(() => approve(two.ctx, { approvalId })),
        () => changeMember(three.ctx, loss),
      ])
      const came = await outcome()
      expect(tally).toEqual(
        came.decision === 'approved' ? { done: 2, approval_decided: each - 1 } : { done: 1, proposer_may_not: each },
      )
      expect([approved, undecided]).toContainEqual(came)
    },
  )

  it.each(rounds.slice(0, 4))('that two make at once is made once, round %i', async () => {
    const [one, two] = [await newOperator(0), await newOperator(1)]
    const asked = { email: `nuevo.${++count}@red.example`, permissions: ['operator.support.view' as const] }
    const { tally } = await races().race([
      ...times(() => proposeOrDo(one.ctx, 'invite_operator', asked)),
      ...times(() => proposeOrDo(two.ctx, 'invite_operator', asked)),
    ])
    expect(tally).toEqual({ done: 1, already_proposed: 2 * each - 1 })
  })
})
