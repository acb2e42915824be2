import { beforeAll, describe, expect, it } from 'vitest'
import type { OperatorPermission } from '@/lib/accounts/permissions'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { networkCompaniesFilterOf } from '@/lib/network-companies/companies'
import { listCompaniesOfNetwork } from '@/lib/network-companies/show-companies'
import { networkMerchantsFilterOf } from '@/lib/network-merchants/merchants'
import { listMerchantsOfNetwork } from '@/lib/network-merchants/show-merchants'
import { searchOperator } from '@/lib/search/search-operator'
import { startOperators } from './operators-world'

/** What the search of the operator's office finds, and for whom (U-13). */

const world = startOperators()

let approvalId: number
let email: string

beforeAll(async () => {
  const { sql, make, newOperator } = world()
  const merchant = await make.merchant()
  await sql`update merchants set name = 'Ñandú 50%_ya', legal_id = '1-31-24679-6' where id = ${merchant.id}`
  const company = await make.company()
  await sql`update companies set name = 'Zona Ñandú', legal_id = '101000008' where id = ${company.id}`
  const { operator, ctx } = await newOperator()
  await newOperator()
  email = operator.email
  await sql`update users set name = 'Íngrid Núñez' where id = ${operator.id}`
  const done = await proposeOrDo(ctx, 'invite_operator', {
    email: 'nueva@red.example',
    permissions: ['operator.support.view'],
  })
  if (!done.waits) throw new Error('four eyes are on')
  approvalId = done.approvalId
})

/** What a person of the operator finds: of each kind the names, or the number. */
async function found(text: string, permissions?: OperatorPermission[]) {
  const { ctx } = await world().newOperator(permissions)
  const { merchants, companies, approvals, team } = await searchOperator(ctx, text)
  return {
    merchants: merchants.hits.map(({ name }) => name),
    companies: companies.hits.map(({ name }) => name),
    approvals: approvals.hits.map(({ id }) => id),
    team: team.hits.map(({ name }) => name),
  }
}

const nothing = { merchants: [], companies: [], approvals: [], team: [] }

describe('a search of the operator’s office (U-13)', () => {
  it('finds merchants and companies by a part of their names, and of their RNC however it is written', async () => {
    expect(await found('nandu')).toEqual({ ...nothing, merchants: ['Ñandú 50%_ya'], companies: ['Zona Ñandú'] })
    expect((await found('0%_')).merchants).toEqual(['Ñandú 50%_ya'])
    for (const rnc of ['131246796', '131-24679-6', '1.31.24679.6', '24679'])
      expect((await found(rnc)).merchants, rnc).toEqual(['Ñandú 50%_ya'])
    for (const rnc of ['101-00000-8', '10100000']) expect((await found(rnc)).companies, rnc).toEqual(['Zona Ñandú'])
    // What has no letter and no digit is no part of an RNC.
    expect(await found('--')).toEqual(nothing)
  })

  it('finds an approval by its number, and people of the team by name or e-mail', async () => {
    for (const text of [`#${approvalId}`, `n.º ${approvalId}`, `no. ${approvalId}`])
      expect(await found(text), text).toEqual({ ...nothing, approvals: [approvalId] })
    expect(await found('ingrid nunez')).toEqual({ ...nothing, team: ['Íngrid Núñez'] })
    expect((await found(email)).team).toEqual(['Íngrid Núñez'])
    expect((await found(`#${approvalId + 1_000}`)).approvals).toEqual([])
  })

  it('finds of each kind only what the reader may see', async () => {
    const only = async (permission: OperatorPermission, text: string) => found(text, [permission])
    const merchant = { ...nothing, merchants: ['Ñandú 50%_ya'] }
    expect(await only('operator.merchants.manage', 'nandu')).toEqual(merchant)
    expect(await only('operator.companies.manage', 'nandu')).toEqual({ ...nothing, companies: ['Zona Ñandú'] })
    expect(await only('operator.audit.read', 'nandu')).toEqual(nothing)
    expect(await only('operator.team.manage', `#${approvalId}`)).toEqual({ ...nothing, approvals: [approvalId] })
    expect(await only('operator.merchants.manage', `#${approvalId}`)).toEqual(nothing)
    expect(await only('operator.merchants.manage', 'ingrid')).toEqual(nothing)
  })

  it('leads to a list that finds the same', async () => {
    const { ctx } = await world().newOperator()
    const merchants = await listMerchantsOfNetwork(ctx, networkMerchantsFilterOf({ q: '131-24679-6' }))
    expect(merchants.merchants.map(({ name }) => name)).toEqual(['Ñandú 50%_ya'])
    const companies = await listCompaniesOfNetwork(ctx, networkCompaniesFilterOf({ q: '101 00000 8' }))
    expect(companies.companies.map(({ name }) => name)).toEqual(['Zona Ñandú'])
  })
})
