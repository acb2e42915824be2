import { describe, expect, it } from 'vitest'
import { benefitFilterOf, stateOf } from '@/lib/benefits/benefits'
import { grantBenefit, grantToTeam, withdrawBenefit } from '@/lib/benefits/grant-benefit'
import { listBenefits, listFirstBenefits, listMerchants, showMerchant } from '@/lib/benefits/list-benefits'
import type { CompanyContext } from '@/lib/context'
import { startCompanies } from './company'

const { world, newCompany, newColleague, eventsOf } = startCompanies()

const list = (ctx: CompanyContext, asked: Record<string, string> = {}) => listBenefits(ctx, benefitFilterOf(asked))

const idsOf = ({ benefits }: Awaited<ReturnType<typeof list>>) => benefits.map(({ discountId }) => discountId)

/** A company affiliated to a merchant with one discount. */
async function newAffiliated(options: Parameters<ReturnType<typeof world>['make']['discount']>[1] = {}) {
  const { make } = world()
  const company = await newCompany()
  const merchant = await make.merchant()
  await make.affiliation(company.company.id, merchant.id)
  const discountId = await make.discount(merchant.id, options)
  const team = { merchantId: merchant.id, discountId, to: 'team' as const, typeIds: [] }
  return { ...company, merchant, discountId, team, asked: { merchantId: merchant.id, discountId } }
}

const grantsOf = (companyId: number) =>
  world().sql`select discount_id, collaborator_type_id from grants where company_id = ${companyId} order by 1, 2`

describe('a benefit', () => {
  it('is granted to the team, then to some types alone, then to nobody, each time in the trail', async () => {
    const { ctx, company, member, discountId, team, asked } = await newAffiliated()
    const types = [await world().make.collaboratorType(company.id), await world().make.collaboratorType(company.id)]
    expect(idsOf(await list(ctx))).toEqual([])
    expect(idsOf(await list(ctx, { view: 'available' }))).toEqual([discountId])
    await grantBenefit(ctx, team)
    expect((await list(ctx)).benefits).toMatchObject([{ discountId, toTeam: true, toTypes: [], value: 1000n }])
    await grantBenefit(ctx, { ...team, to: 'types', typeIds: types })
    expect(await grantsOf(company.id)).toEqual(
      types.map((type) => ({ discount_id: discountId, collaborator_type_id: type })),
    )
    await grantBenefit(ctx, { ...team, to: 'types', typeIds: types.slice(1) })
    expect((await list(ctx)).benefits).toMatchObject([{ toTeam: false, toTypes: [{ id: types[1] }] }])
    await withdrawBenefit(ctx, asked)
    expect(await grantsOf(company.id)).toEqual([])
    await expect(withdrawBenefit(ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    const events = await eventsOf(company.id)
    expect(events.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'grant.given done',
      'grant.given done',
      'grant.given done',
      'grant.withdrawn done',
      'grant.withdrawn denied',
    ])
    expect(events[0]).toMatchObject({ userId: member.id, subject: `discount ${discountId}`, details: { to: 'team' } })
  })

  it('begins with all that the merchants offer, granted to the team at once; whole or not at all', async () => {
    const { ctx, company, merchant, discountId, asked } = await newAffiliated()
    const { make } = world()
    const other = { merchantId: merchant.id, discountId: await make.discount(merchant.id) }
    const paused = { merchantId: merchant.id, discountId: await make.discount(merchant.id, { status: 'paused' }) }
    const stranger = await newCompany()
    const [powerless, first] = [
      await newColleague(company.id, ['company.collaborators.manage']),
      await listFirstBenefits(ctx),
    ]
    expect(first?.benefits.map((one) => one.discountId)).toEqual([other.discountId, discountId])
    for (const [asker, discounts, code] of [
      [ctx, [], 'nothing_chosen'],
      [ctx, [asked, paused], 'not_found'],
      [stranger.ctx, [asked], 'not_found'],
      [powerless.ctx, [asked], 'permission_missing'],
    ] as const) {
      await expect(grantToTeam(asker, { discounts: [...discounts] })).rejects.toMatchObject({ code })
    }
    expect(await grantsOf(company.id)).toEqual([])
    expect(await grantToTeam(ctx, { discounts: [other, asked] })).toEqual({ granted: 2 })
    expect((await grantsOf(company.id)).map((one) => one.collaborator_type_id)).toEqual([null, null])
    expect(await listFirstBenefits(ctx)).toBeUndefined()
    expect(await listFirstBenefits(stranger.ctx)).toEqual({ merchants: 0, benefits: [] })
    // What was granted meanwhile, to whomever, stays so.
    const typeId = await make.collaboratorType(company.id)
    await grantBenefit(ctx, { ...asked, to: 'types', typeIds: [typeId] })
    await expect(grantToTeam(ctx, { discounts: [asked] })).rejects.toMatchObject({ code: 'already_granted' })
    expect((await grantsOf(company.id)).map((one) => one.collaborator_type_id).toSorted()).toEqual(
      [null, typeId].toSorted(),
    )
  })

  it('is for whom the form says: the team, or one type at least, and no type of another company', async () => {
    const { ctx, team } = await newAffiliated()
    const theirs = await world().make.collaboratorType((await newCompany()).company.id)
    const toTypes = (typeIds: number[]) => grantBenefit(ctx, { ...team, to: 'types', typeIds })
    await expect(toTypes([])).rejects.toMatchObject({ code: 'recipients_missing', field: 'typeIds' })
    await expect(toTypes([theirs])).rejects.toMatchObject({ code: 'type_unknown' })
  })

  it('is only what an affiliated merchant has published and is not over', async () => {
    const past = { validFrom: new Date(Date.now() - 9e8), validTo: new Date(Date.now() - 1000) }
    for (const options of [{ status: 'draft' }, { status: 'paused' }, { status: 'ended' }, past] as const) {
      const { ctx, team } = await newAffiliated(options)
      expect(idsOf(await list(ctx, { view: 'available' }))).toEqual([])
      await expect(grantBenefit(ctx, team)).rejects.toMatchObject({ code: 'not_found' })
    }
    const { team } = await newAffiliated()
    const stranger = await newCompany()
    await expect(grantBenefit(stranger.ctx, team)).rejects.toMatchObject({ code: 'not_found' })
    expect(await grantsOf(stranger.company.id)).toEqual([])
    const later = await newAffiliated({ validFrom: new Date(Date.now() + 9e8) })
    await grantBenefit(later.ctx, later.team)
  })

  it('stays on the list when the merchant pauses or ends it, and can be withdrawn then', async () => {
    const { ctx, company, discountId, team, asked } = await newAffiliated()
    await grantBenefit(ctx, team)
    for (const status of ['paused', 'ended']) {
      await world().sql`update discounts set status = ${status} where id = ${discountId}`
      expect((await list(ctx)).benefits).toMatchObject([{ discountId, status }])
    }
    await withdrawBenefit(ctx, asked)
    expect(await grantsOf(company.id)).toEqual([])
  })

  it('is on one page after the other by merchant, the newest first within each', async () => {
    const { ctx, company } = await newCompany()
    const { make, sql } = world()
    const expected: number[] = []
    for (const name of ['Álamo', 'Bazar', 'Zona']) {
      const merchant = await make.merchant()
      await sql`update merchants set name = ${name} where id = ${merchant.id}`
      await make.affiliation(company.id, merchant.id)
      const ids: number[] = []
      for (let n = 0; n < 20; n++) ids.push(await make.discount(merchant.id))
      expected.push(...ids.reverse())
    }
    const first = await list(ctx, { view: 'available' })
    expect(idsOf(first)).toEqual(expected.slice(0, 50))
    const second = await list(ctx, { view: 'available', after: String(first.nextAfter) })
    expect(idsOf(second)).toEqual(expected.slice(50))
    expect(second.nextAfter).toBeUndefined()
    const back = await list(ctx, { view: 'available', before: String(second.previousBefore) })
    expect(idsOf(back)).toEqual(expected.slice(0, 50))
    const [merchant] = await listMerchants(ctx)
    expect(merchant).toMatchObject({ name: 'Álamo', onOffer: 20, granted: 0 })
    expect((await showMerchant(ctx, merchant?.merchantId ?? 0)).benefits).toHaveLength(20)
  })

  it('is nobody’s to see or change without the permission, also when it was taken a moment ago (P-08)', async () => {
    const { ctx, company, member, merchant, team, asked } = await newAffiliated()
    await grantBenefit(ctx, team)
    await world()
      .sql`update company_memberships set permissions = '{company.collaborators.manage}' where user_id = ${member.id}`
    const { ctx: theirs } = await newColleague(company.id, ['company.collaborators.manage'])
    for (const verb of [
      () => grantBenefit(ctx, { ...team, to: 'types' }),
      () => withdrawBenefit(ctx, asked),
      () => list(theirs),
      () => listMerchants(theirs),
      () => showMerchant(theirs, merchant.id),
    ]) {
      await expect(verb()).rejects.toMatchObject({ code: 'permission_missing' })
    }
    expect(await grantsOf(company.id)).toHaveLength(1)
  })

  it('changed by twenty at once is what one of them said', async () => {
    const { ctx, company, team } = await newAffiliated()
    const made = await Promise.all(Array.from({ length: 4 }, () => world().make.collaboratorType(company.id)))
    // Made at once, their ids come in any order.
    const types = made.toSorted((one, other) => one - other)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        grantBenefit(ctx, n % 2 ? team : { ...team, to: 'types', typeIds: types.slice(n % 4) }),
      ),
    )
    const granted = (await grantsOf(company.id)).map((row) => row.collaborator_type_id)
    const said = [[null], types, types.slice(2)]
    expect(said).toContainEqual(granted)
  })
})

describe('what a benefit is today (D22)', () => {
  const at = (offset: number) => new Date(1_000_000 + offset)
  it.each([
    ['valid', 'published', 0, 1],
    ['scheduled', 'published', 1, 2],
    ['expired', 'published', -2, 0],
    ['paused', 'paused', 0, 1],
    ['ended', 'ended', 0, 1],
    ['ended', 'ended', -2, 0],
    ['expired', 'paused', -2, 0],
  ] as const)('is %s: %s, from %i to %i', (state, status, from, to) => {
    expect(stateOf({ status, validFrom: at(from), validTo: at(to) }, at(0))).toBe(state)
  })
})
