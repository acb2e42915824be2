import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfficeDatabase } from '@/db/office'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { partyOfCompany } from '@/lib/affiliations/party'
import { grantBenefit, withdrawBenefit } from '@/lib/benefits/grant-benefit'
import { setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import {
  confirmCollaborators,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import { companyContextOf, openTestOffice, people } from '../fixtures/members'
import { startApi, till } from './till'

/** What a company decides in its office, every till obeys at its next call (D57). */

const api = startApi()
let office: OfficeDatabase

beforeAll(() => {
  office = openTestOffice(api().databaseUrl)
})
afterAll(() => office?.sql.end())

async function newShop() {
  const shop = await api().make.shop()
  const hr = await people(api().sql).newCompanyMember(shop.company.id)
  const ctx = companyContextOf(office, shop.company.id, hr)
  const my = till(api().url, shop)
  const eligible = async (): Promise<boolean> => (await my.eligibility()).body.value.eligible
  return { ...shop, ctx, my, eligible, asked: { merchantId: shop.merchant.id, discountId: shop.discountId } }
}

describe('at the next call', () => {
  it('a collaborator who was deactivated is not eligible, and is again once activated', async () => {
    const { ctx, person, my, eligible } = await newShop()
    const reserved = await my.reserved()
    await setCollaboratorActive(ctx, { id: person.id, active: false })
    expect(await eligible()).toBe(false)
    expect((await my.apply()).status).toBe(404)
    // What was reserved before stays so: its terms are frozen (D40).
    expect((await my.consume(reserved)).status).toBe(201)
    await setCollaboratorActive(ctx, { id: person.id, active: true })
    expect(await eligible()).toBe(true)
  })

  it('a benefit that was withdrawn is not offered, and is again once granted', async () => {
    const { ctx, asked, company, my, eligible } = await newShop()
    await withdrawBenefit(ctx, asked)
    expect(await eligible()).toBe(false)
    expect((await my.apply()).status).toBe(404)
    const typeId = await api().make.collaboratorType(company.id)
    await grantBenefit(ctx, { ...asked, to: 'types', typeIds: [typeId] })
    expect(await eligible()).toBe(false)
    await grantBenefit(ctx, { ...asked, to: 'team', typeIds: [] })
    expect(await eligible()).toBe(true)
  })

  it('nobody is eligible once the affiliation has ended', async () => {
    const { ctx, merchant, eligible } = await newShop()
    const party = partyOfCompany(ctx.member)
    const ended = { otherId: merchant.id, confirmation: merchant.name }
    expect(await endAffiliation({ ...ctx, party }, ended)).toMatchObject({ grants: 1 })
    expect(await eligible()).toBe(false)
  })

  it('whom a file deactivates is not eligible', async () => {
    const { ctx, person, eligible } = await newShop()
    const file = `Tipo de identificación,Identificación,Activo\nCédula,${person.identification},no`
    const id = await uploadCollaborators(ctx, { name: 'bajas.csv', bytes: new TextEncoder().encode(file) })
    expect(await eligible()).toBe(true)
    await confirmCollaborators(ctx, { id, seen: (await previewCollaborators(ctx, id)).fingerprint })
    expect(await eligible()).toBe(false)
  })
})
