import { describe, expect, it } from 'vitest'
import { loadSession } from '@/lib/accounts/load-session'
import { mintSessionToken } from '@/lib/accounts/session'
import { revokeView } from '@/lib/support/revoke-view'
import { endView } from '@/lib/support/view-office'
import { canary } from '../fixtures/canaries'
import { people } from '../fixtures/members'
import { startOfficeRaces } from './office-races'
import { operatorsOf } from './operators-world'
import { rounds } from './till-races'

/** A merchant revokes a support view while its viewer goes on clicking, at two processes: from the revocation on no click sees the office (ADR-0056). */

const races = startOfficeRaces()

const clicks = 12

/** A merchant with two colleagues, and one of the operator's people who looks into its office. */
async function newLook() {
  const { sql, offices, newTeam } = races()
  const { merchantId, contexts } = await newTeam(2)
  const operator = await people(sql).newOperator()
  const { token, tokenHash } = mintSessionToken()
  const [session] = await sql<{ id: number }[]>`
    insert into sessions (token_hash, user_id, expires_at, second_step_at)
    values (${tokenHash}, ${operator.id}, now() + interval '1 hour', now()) returning id`
  const sessionId = session?.id ?? 0
  const [view] = await sql<{ id: number }[]>`
    insert into support_views (session_id, user_id, merchant_id, ticket, reason)
    values (${sessionId}, ${operator.id}, ${merchantId}, 'T-1', 'Una pregunta') returning id`
  const viewId = view?.id ?? 0
  const value = canary(token.reveal())
  /** What a request at one of the two processes finds first: whether it may look. */
  const click = async (at: number): Promise<boolean> => {
    const office = offices[at % 2]
    if (!office) throw new Error('there are two')
    return (await loadSession(office.db, value))?.supportView !== undefined
  }
  const trail = async () =>
    (
      await sql<{ action: string }[]>`
        select action from audit_events where merchant_id = ${merchantId} and action like 'support_view.%'
          and outcome = 'done' order by id`
    ).map(({ action }) => action)
  const reason = async () => (await sql`select end_reason from support_views where id = ${viewId}`)[0]?.end_reason
  return { contexts, viewId, click, trail, reason, viewer: { userId: operator.id, sessionId } }
}

describe('a support view', () => {
  it.each(rounds.slice(0, 4))('that is revoked is shown to no click that begins afterwards, round %i', async () => {
    const { contexts, viewId, click, trail, reason } = await newLook()
    expect(await click(0)).toBe(true)
    let isRevoked = false
    const late: boolean[] = []
    const clicking = Array.from({ length: clicks }, (_, n) => async () => {
      // One click after the other, until one that began after the revocation was answered.
      for (;;) {
        const beganAfter = isRevoked
        const seen = await click(n)
        if (!beganAfter) continue
        late.push(seen)
        return
      }
    })
    const revoking = contexts.map((ctx) => async () => {
      await revokeView(ctx, { viewId }).finally(() => {
        isRevoked = true
      })
    })
    const { tally } = await races().race([...clicking, ...revoking])
    expect(tally).toEqual({ done: clicks + 1, not_found: 1 })
    expect(late).toEqual(Array.from({ length: clicks }, () => false))
    expect(await reason()).toBe('revoked')
    expect(await trail()).toEqual(['support_view.revoked'])
  })

  it.each(rounds.slice(0, 4))(
    'that its viewer leaves while it is revoked ends once, as the trail says, round %i',
    async () => {
      const { contexts, viewId, click, trail, reason, viewer } = await newLook()
      const [office] = races().offices
      if (!office) throw new Error('there are two')
      const { ctx } = await operatorsOf(races().sql, office).newOperator()
      const leaving = () => endView({ ...ctx, member: viewer })
      const revoking = contexts.map((one) => () => revokeView(one, { viewId }))
      const { tally } = await races().race<void>([leaving, ...revoking, leaving])
      const how = await reason()
      expect(tally).toEqual(how === 'revoked' ? { done: 3, not_found: 1 } : { done: 2, not_found: 2 })
      expect(await trail()).toEqual([`support_view.${how}`])
      expect(await click(1)).toBe(false)
    },
  )
})
