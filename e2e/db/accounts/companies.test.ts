import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSession } from '@/lib/accounts/load-session'
import { chooseCompany } from '@/lib/accounts/set-preferences'
import { asHolder, enrol, makeUser, openWorld, outcomeOf, signInAs, signInFully, type World } from './world'

/** Which companies a session can look at: those of its user, as they are now. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const join = (userId: number, companyId: number, permissions: string[]) =>
  world.database.sql`insert into company_memberships (user_id, company_id, permissions)
    values (${userId}, ${companyId}, ${permissions})`

describe('a session', () => {
  it('looks at the company that its user chose, and at none that is not theirs', async () => {
    const user = await makeUser(world)
    const [one, other, foreign] = [await world.make.company(), await world.make.company(), await world.make.company()]
    await join(user.id, one.id, ['company.benefits.manage', 'company.unheard_of'])
    await join(user.id, other.id, [])
    const token = await signInAs(world.ctx(), user)
    const holder = await asHolder(world.ctx(), token)
    const company = async () => (await loadSession(world.ctx({ process: 1 }).db, token))?.companyMembership
    await chooseCompany(holder, { companyId: one.id })
    expect(await company()).toEqual({ companyId: one.id, name: one.name, permissions: ['company.benefits.manage'] })
    await chooseCompany(holder, { companyId: other.id })
    expect(await company()).toEqual({ companyId: other.id, name: other.name, permissions: [] })
    expect(await outcomeOf(chooseCompany(holder, { companyId: foreign.id }))).toBe('not_found')
    expect((await company())?.companyId).toBe(other.id)
    await world.database.sql`delete from company_memberships where user_id = ${user.id} and company_id = ${other.id}`
    expect((await company())?.companyId).toBe(one.id)
  })

  it('still looks at it once the second step is passed, and sees a permission that is taken at once (D57)', async () => {
    const user = await makeUser(world)
    const companies = [await world.make.company(), await world.make.company()]
    for (const { id } of companies) await join(user.id, id, ['company.consumptions.read'])
    const { secret } = await enrol(world, user)
    const token = await signInFully(world, user, secret)
    const last = (await loadSession(world.ctx().db, token))?.companyMemberships.at(-1)?.companyId ?? 0
    await chooseCompany(await asHolder(world.ctx(), token), { companyId: last })
    const seen = async () => (await loadSession(world.ctx().db, token))?.companyMembership
    expect(await seen()).toMatchObject({ companyId: last, permissions: ['company.consumptions.read'] })
    await world.database.sql`update company_memberships set permissions = '{}' where user_id = ${user.id}`
    expect((await seen())?.permissions).toEqual([])
  })
})
