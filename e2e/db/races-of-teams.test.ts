import { describe, expect, it } from 'vitest'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { type MerchantPermission, merchantPermissions } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { contextOf, people } from '../fixtures/members'
import { startOfficeRaces } from './office-races'
import { rounds } from './till-races'

/** People of one team act on each other at once: whoever is first stays, and a team never ends up without one who manages it. */

const races = startOfficeRaces()

const seen = writePermissions(merchantPermissions)

/** So many who may do everything, each at one of the two processes. */
async function newManagers(count: number) {
  const merchant = await races().make.merchant()
  const members = await Promise.all(Array.from({ length: count }, () => people(races().sql).newMember(merchant.id)))
  return members.map((member, n) => {
    const office = races().offices[n % 2]
    if (!office) throw new Error('there are two')
    return { ctx: contextOf(office, merchant.id, member), id: member.id, merchantId: merchant.id }
  })
}

const holdersOf = async (merchantId: number, permission: MerchantPermission): Promise<number[]> =>
  (
    await races().sql`select user_id from merchant_memberships
      where merchant_id = ${merchantId} and ${permission} = any(permissions)`
  ).map(({ user_id }) => Number(user_id))

const managersOf = (merchantId: number) => holdersOf(merchantId, 'merchant.team.manage')

describe('a team', () => {
  it.each(rounds)('keeps one of two who remove each other at once, round %i', async (round) => {
    const [one, two] = await newManagers(2)
    if (!one || !two) throw new Error('there are two')
    const runs = [
      () => removeMember(one.ctx, { userId: two.id, seen }),
      () => removeMember(two.ctx, { userId: one.id, seen }),
    ]
    const { tally } = await races().race(round % 2 === 0 ? runs : runs.toReversed())
    expect(tally).toEqual({ done: 1, permission_missing: 1 })
    expect(await managersOf(one.merchantId)).toHaveLength(1)
  })

  it.each(rounds)('keeps one of two who both give up managing it, round %i', async () => {
    const managers = await newManagers(2)
    const { tally } = await races().race(
      managers.map(
        ({ ctx, id }) =>
          () =>
            changeMember(ctx, { userId: id, seen, permissions: ['merchant.consumptions.read'] }),
      ),
    )
    expect(tally).toEqual({ done: 1, last_team_manager: 1 })
    expect(await managersOf(managers[0]?.merchantId ?? 0)).toHaveLength(1)
  })

  it.each(rounds)(
    'of ten who remove each other in a ring keeps at least one, and no removed one acts, round %i',
    async () => {
      const managers = await newManagers(10)
      const { tally } = await races().race(
        managers.map(
          ({ ctx }, n) =>
            () =>
              removeMember(ctx, { userId: managers[(n + 1) % 10]?.id ?? 0, seen }),
        ),
      )
      const left = await managersOf(managers[0]?.merchantId ?? 0)
      expect(left.length).toBeGreaterThan(0)
      expect(left.length).toBe(10 - (tally.done ?? 0))
      // Each was asked to go once: whoever was removed before their turn removed nobody.
      expect((tally.done ?? 0) + (tally.permission_missing ?? 0) + (tally.last_team_manager ?? 0)).toBe(10)
    },
  )

  it.each(rounds)('keeps a permission with one of two who take it from each other at once, round %i', async (round) => {
    const [one, two] = await newManagers(2)
    if (!one || !two) throw new Error('there are two')
    const permissions = merchantPermissions.filter((permission) => permission !== 'merchant.catalog.manage')
    const runs = [
      () => changeMember(one.ctx, { userId: two.id, seen, permissions }),
      () => changeMember(two.ctx, { userId: one.id, seen, permissions }),
    ]
    const { tally } = await races().race(round % 2 === 0 ? runs : runs.toReversed())
    expect(tally).toEqual({ done: 1, last_holder: 1 })
    expect(await holdersOf(one.merchantId, 'merchant.catalog.manage')).toHaveLength(1)
  })

  it.each(rounds)('keeps a permission with one of two from whom it is taken at once, round %i', async () => {
    const holders = await newManagers(2)
    const merchantId = holders[0]?.merchantId ?? 0
    const takers = await Promise.all(
      races().offices.map(async (office) => {
        const member = await people(races().sql).newMember(merchantId, { permissions: ['merchant.team.manage'] })
        return contextOf(office, merchantId, member)
      }),
    )
    const { tally } = await races().race(
      takers.map((ctx, n) => () => removeMember(ctx, { userId: holders[n]?.id ?? 0, seen })),
    )
    expect(tally).toEqual({ done: 1, last_holder: 1 })
    expect(await holdersOf(merchantId, 'merchant.catalog.manage')).toHaveLength(1)
  })

  it.each(rounds)('has a permission that nobody held given anew by one of two at once, round %i', async () => {
    const merchant = await races().make.merchant()
    const permissions = ['merchant.team.manage' as const]
    const members = await Promise.all([0, 1].map(() => people(races().sql).newMember(merchant.id, { permissions })))
    const more = ['merchant.integrations.manage' as const, ...permissions]
    const { tally } = await races().race(
      races().offices.map((office, n) => {
        const member = members[n]
        if (!member) throw new Error('there are two')
        const ctx = contextOf(office, merchant.id, member)
        const change = { userId: member.id, seen: writePermissions(permissions), permissions: more }
        return () => changeMember(ctx, change)
      }),
    )
    expect(tally).toEqual({ done: 1, permission_not_yours: 1 })
    expect(await holdersOf(merchant.id, 'merchant.integrations.manage')).toHaveLength(1)
  })

  it.each(rounds)('takes one of many changes that saw the same, round %i', async () => {
    const [one, two, subject] = await newManagers(3)
    if (!one || !two || !subject) throw new Error('there are three')
    const { tally } = await races().race(
      merchantPermissions.flatMap((permission) =>
        [one, two].map(
          ({ ctx }) =>
            () =>
              changeMember(ctx, { userId: subject.id, seen, permissions: [permission] }),
        ),
      ),
    )
    expect(tally).toEqual({ done: 1, member_changed: merchantPermissions.length * 2 - 1 })
    const [row] = await races().sql`
      select count(*)::int as changes from audit_events where merchant_id = ${one.merchantId} and action = 'membership.changed'`
    expect(row?.changes).toBe(1)
  })
})
