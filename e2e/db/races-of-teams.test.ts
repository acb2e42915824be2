import { describe, expect, it } from 'vitest'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import type { TeamContext } from '@/lib/accounts/invite-member'
import type { Permission } from '@/lib/accounts/permissions'
import { writePermissions } from '@/lib/accounts/roles'
import { type TeamKind, type TeamTenant, teams } from '@/lib/accounts/team'
import { companyContextOf, contextOf, people } from '../fixtures/members'
import { startOfficeRaces } from './office-races'
import { rounds } from './till-races'

/** People of one team act on each other at once: whoever is first stays, and a team never ends up without one who manages it. */

const races = startOfficeRaces()

type Kind = Exclude<TeamKind, 'operator'>
type Tenant = Exclude<TeamTenant, { operator: true }>
type Racer = { readonly ctx: TeamContext; readonly id: number; readonly tenant: Tenant }

/** A member of that team, at work in one of the two processes. */
async function newRacer(tenant: Tenant, n: number, permissions?: readonly Permission[]): Promise<Racer> {
  const office = races().offices[n % 2]
  if (!office) throw new Error('there are two')
  const of = people(races().sql)
  const held = permissions && { permissions: permissions as never }
  if ('merchantId' in tenant) {
    const member = await of.newMember(tenant.merchantId, held)
    return { ctx: contextOf(office, tenant.merchantId, member), id: member.id, tenant }
  }
  const member = await of.newCompanyMember(tenant.companyId, held)
  return { ctx: companyContextOf(office, tenant.companyId, member), id: member.id, tenant }
}

const newTenant = async (kind: Kind): Promise<Tenant> =>
  kind === 'merchant'
    ? { merchantId: (await races().make.merchant()).id }
    : { companyId: (await races().make.company()).id }

/** So many members of a new team, who may do everything or only that. */
async function newRacers(kind: Kind, count: number, permissions?: readonly Permission[]): Promise<Racer[]> {
  const tenant = await newTenant(kind)
  return Promise.all(Array.from({ length: count }, (_, n) => newRacer(tenant, n, permissions)))
}

const holdersOf = async (tenant: Tenant, permission: Permission): Promise<number[]> =>
  (
    await ('merchantId' in tenant
      ? races().sql`select user_id from merchant_memberships
          where merchant_id = ${tenant.merchantId} and ${permission} = any(permissions)`
      : races().sql`select user_id from company_memberships
          where company_id = ${tenant.companyId} and ${permission} = any(permissions)`)
  ).map(({ user_id }) => Number(user_id))

const both: Readonly<Record<Kind, { little: Permission; one: Permission; lost: Permission }>> = {
  merchant: {
    little: 'merchant.consumptions.read',
    one: 'merchant.catalog.manage',
    lost: 'merchant.integrations.manage',
  },
  company: {
    little: 'company.consumptions.read',
    one: 'company.benefits.manage',
    lost: 'company.collaborators.manage',
  },
}

describe.each(['merchant', 'company'] as const)('a %s’s team', (kind) => {
  const { little, one: permission, lost } = both[kind]
  const { permissions: everything, manage } = teams[kind]
  const seen = writePermissions(everything)
  const newManagers = (count: number) => newRacers(kind, count)
  const managersOf = (tenant: Tenant) => holdersOf(tenant, manage)

  it.each(rounds)('keeps one of two who remove each other at once, round %i', async (round) => {
    const [one, two] = await newManagers(2)
    if (!one || !two) throw new Error('there are two')
    const runs = [
      () => removeMember(one.ctx, { userId: two.id, seen }),
      () => removeMember(two.ctx, { userId: one.id, seen }),
    ]
    const { tally } = await races().race(round % 2 === 0 ? runs : runs.toReversed())
    expect(tally).toEqual({ done: 1, permission_missing: 1 })
    expect(await managersOf(one.tenant)).toHaveLength(1)
  })

  it.each(rounds)('keeps one of two who both give up managing it, round %i', async () => {
    const managers = await newManagers(2)
    const { tally } = await races().race(
      managers.map(
        ({ ctx, id }) =>
          () =>
            changeMember(ctx, { userId: id, seen, permissions: [little] }),
      ),
    )
    expect(tally).toEqual({ done: 1, last_team_manager: 1 })
    expect(await managersOf(managers[0]?.tenant ?? { merchantId: 0 })).toHaveLength(1)
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
      const left = await managersOf(managers[0]?.tenant ?? { merchantId: 0 })
      expect(left.length).toBeGreaterThan(0)
      expect(left.length).toBe(10 - (tally.done ?? 0))
      // Each was asked to go once: whoever was removed before their turn removed nobody.
      expect((tally.done ?? 0) + (tally.permission_missing ?? 0) + (tally.last_team_manager ?? 0)).toBe(10)
    },
  )

  it.each(rounds)('keeps a permission with one of two who take it from each other at once, round %i', async (round) => {
    const [one, two] = await newManagers(2)
    if (!one || !two) throw new Error('there are two')
    const permissions = everything.filter((held) => held !== permission)
    const runs = [
      () => changeMember(one.ctx, { userId: two.id, seen, permissions }),
      () => changeMember(two.ctx, { userId: one.id, seen, permissions }),
    ]
    const { tally } = await races().race(round % 2 === 0 ? runs : runs.toReversed())
    expect(tally).toEqual({ done: 1, last_holder: 1 })
    expect(await holdersOf(one.tenant, permission)).toHaveLength(1)
  })

  it.each(rounds)('keeps a permission with one of two from whom it is taken at once, round %i', async () => {
    const holders = await newManagers(2)
    const tenant = holders[0]?.tenant ?? { merchantId: 0 }
    const takers = await Promise.all([0, 1].map((n) => newRacer(tenant, n, [manage])))
    const { tally } = await races().race(
      takers.map(
        ({ ctx }, n) =>
          () =>
            removeMember(ctx, { userId: holders[n]?.id ?? 0, seen }),
      ),
    )
    expect(tally).toEqual({ done: 1, last_holder: 1 })
    expect(await holdersOf(tenant, permission)).toHaveLength(1)
  })

  it.each(rounds)('has a permission that nobody held given anew by one of two at once, round %i', async () => {
    const managers = await newRacers(kind, 2, [manage])
    const { tally } = await races().race(
      managers.map(
        ({ ctx, id }) =>
          () =>
            changeMember(ctx, { userId: id, seen: writePermissions([manage]), permissions: [lost, manage] }),
      ),
    )
    expect(tally).toEqual({ done: 1, permission_not_yours: 1 })
    expect(await holdersOf(managers[0]?.tenant ?? { merchantId: 0 }, lost)).toHaveLength(1)
  })

  it.each(rounds)('takes one of many changes that saw the same, round %i', async () => {
    const [one, two, subject] = await newManagers(3)
    if (!one || !two || !subject) throw new Error('there are three')
    const { tally } = await races().race(
      everything.flatMap((kept) =>
        [one, two].map(
          ({ ctx }) =>
            () =>
              changeMember(ctx, { userId: subject.id, seen, permissions: [kept] }),
        ),
      ),
    )
    expect(tally).toEqual({ done: 1, member_changed: everything.length * 2 - 1 })
    const [row] = await races().sql`
      select count(*)::int as changes from audit_events
      where action = 'membership.changed' and subject_type = 'user' and subject_id = ${String(subject.id)}`
    expect(row?.changes).toBe(1)
  })
})
