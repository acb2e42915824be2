import { beforeAll, describe, expect, it } from 'vitest'
import { merchantPermissions } from '@/lib/accounts/permissions'
import { createCollaborator } from '@/lib/collaborators/change-collaborator'
import type { OfficeContext, PeopleContext } from '@/lib/context'
import { searchCompany } from '@/lib/search/search-company'
import { searchMerchant } from '@/lib/search/search-merchant'
import { canariesIn } from '../fixtures/canaries'
import { contextOf, people } from '../fixtures/members'
import { plansOf } from '../fixtures/plans'
import { collaboratorDraft, startCompanies } from './company'
import { newTenant, type Tenant } from './tenants/tenant'

const { world, newCompany, newColleague, eventsOf } = startCompanies()

let mine: Tenant
let theirs: Tenant
let ctx: OfficeContext

const ctxOf = async (merchantId: number, permissions = [...merchantPermissions]) =>
  contextOf(world().office, merchantId, await people(world().sql).newMember(merchantId, { permissions }))

beforeAll(async () => {
  mine = await newTenant(world().sql)
  theirs = await newTenant(world().sql)
  ctx = await ctxOf(mine.merchantId)
})

/** How many of each kind were found. */
async function counts(text: string, asker: OfficeContext = ctx) {
  const found = await searchMerchant(asker, text)
  return Object.fromEntries(Object.entries(found).map(([kind, { hits }]) => [kind, hits.length]))
}

const nothing = { sales: 0, requests: 0, discounts: 0, companies: 0 }

describe('a search of the merchant’s office (U-13)', () => {
  it('finds a sale by its reference, by its code however it is typed, and by its authorization’s code', async () => {
    const { sql } = world()
    const code = 'KMNP-QRST-UVWX-2345-6789'
    await sql`update consumptions set code = ${code} where id = ${mine.consumptionId}`
    const found = async (text: string) => (await searchMerchant(ctx, text)).sales.hits.map((hit) => hit.code)
    for (const text of [code, 'kmnpqrstuvwx23456789', `pagada-${mine.mark}`, `A-pagada-${mine.mark}`, `pagada-Marca`]) {
      expect(await found(text), text).toEqual([code])
    }
  })

  it('finds an authorization that was not consumed, with its state', async () => {
    const { sales } = await searchMerchant(ctx, `A-activa-${mine.mark}`)
    expect(sales).toMatchObject({ hits: [{ reference: `activa-${mine.mark}`, status: 'Authorized' }], more: false })
  })

  it('finds calls by their request id or reference', async () => {
    const { sql } = world()
    const [row] =
      await sql`select request_id as "requestId" from api_requests where merchant_id = ${mine.merchantId} limit 1`
    expect((await counts(row?.requestId)).requests).toBe(1)
  })

  it('finds discounts and companies by a part of their names, whatever the marks and the case', async () => {
    const { sql } = world()
    await sql`update discounts set name = 'Día de las Mamás 50%_ya' where id = ${mine.discountId}`
    await sql`update companies set name = 'Ñandú y Peña' where id = ${mine.companyId}`
    expect(await counts('DIA DE LAS MAMAS')).toEqual({ ...nothing, discounts: 1 })
    expect(await counts('50%_')).toEqual({ ...nothing, discounts: 1 })
    expect((await counts('0%d')).discounts).toBe(0)
    expect(await counts('nandu')).toEqual({ ...nothing, companies: 1 })
  })

  it('finds nothing of another merchant’s', async () => {
    const { sql } = world()
    const [request] =
      await sql`select request_id as id from api_requests where merchant_id = ${theirs.merchantId} limit 1`
    const texts = [theirs.mark, `pagada-${theirs.mark}`, `A-activa-${theirs.mark}`, theirs.consumptionCode, request?.id]
    for (const text of texts) expect(await counts(text), text).toEqual(nothing)
    const theirOwn = await ctxOf(theirs.merchantId)
    expect((await counts(`pagada-${theirs.mark}`, theirOwn)).sales).toBe(1)
    expect((await counts(request?.id, theirOwn)).requests).toBe(1)
    expect((await counts(theirs.mark, theirOwn)).discounts).toBeGreaterThan(0)
  })

  it('finds of each kind only what the member’s permissions show', async () => {
    const { sql } = world()
    const [request] =
      await sql`select request_id as id from api_requests where merchant_id = ${theirs.merchantId} limit 1`
    const texts = [`pagada-${theirs.mark}`, String(request?.id), theirs.mark]
    const kinds = async (permissions: (typeof merchantPermissions)[number][]) => {
      const asker = await ctxOf(theirs.merchantId, permissions)
      const all = await Promise.all(texts.map((text) => counts(text, asker)))
      return Object.keys(nothing).filter((kind) => all.some((found) => (found[kind] ?? 0) > 0))
    }
    expect(await kinds([])).toEqual([])
    expect(await kinds(['merchant.team.manage', 'merchant.catalog.manage'])).toEqual([])
    expect(await kinds(['merchant.consumptions.read'])).toEqual(['sales', 'companies'])
    expect(await kinds(['merchant.integrations.manage'])).toEqual(['requests'])
    expect(await kinds(['merchant.discounts.manage'])).toEqual(['discounts', 'companies'])
    expect(await kinds([...merchantPermissions])).toEqual(['sales', 'requests', 'discounts', 'companies'])
  })

  it('shows five of a kind, and says that there are others', async () => {
    const { make, sql } = world()
    const merchant = await make.merchant()
    for (let n = 0; n < 7; n++) {
      const id = await make.discount(merchant.id)
      await sql`update discounts set name = ${`Verano ${n}`} where id = ${id}`
    }
    const { discounts } = await searchMerchant(await ctxOf(merchant.id), 'verano')
    expect(discounts.hits).toHaveLength(5)
    expect(discounts.more).toBe(true)
  })
})

describe('a search of the company’s office (U-13, D32)', () => {
  const names = async (asker: PeopleContext, text: string) =>
    (await searchCompany(asker, text)).collaborators.hits.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

  it('finds a collaborator by words of the name, and by the whole identification alone', async () => {
    const { ctx: hr, company } = await newCompany()
    const given = collaboratorDraft({ firstName: 'Ángela', lastName: 'Núñez', identification: '00112345678' })
    await createCollaborator(hr, given)
    for (const text of ['angela nunez', 'Núñ', 'NUNEZ ang', '00112345678', '001-1234567-8', ' 001 1234567 8 ']) {
      expect(await names(hr, text.trim()), text).toEqual(['Ángela Núñez'])
    }
    for (const text of ['0011234567', '12345678', '001123456789', 'Angela 00112345678', 'Ángela X']) {
      expect(await names(hr, text), text).toEqual([])
    }
    const shown = JSON.stringify(await searchCompany(hr, '00112345678'))
    expect(shown).not.toContain('00112345678')
    expect(canariesIn(JSON.stringify(await eventsOf(company.id)))).toEqual([])
  })

  it('finds nobody of another company, and nothing without the permission', async () => {
    const { ctx: stranger, company } = await newCompany()
    const { ctx: hr, company: own } = await newCompany()
    const given = collaboratorDraft({ firstName: 'Única', lastName: 'Persona' })
    await createCollaborator(hr, given)
    expect(await names(hr, 'unica')).toEqual(['Única Persona'])
    expect(await names(hr, given.identification)).toEqual(['Única Persona'])
    expect(await names(stranger, 'unica')).toEqual([])
    expect(await names(stranger, given.identification)).toEqual([])
    const { ctx: without } = await newColleague(own.id, ['company.benefits.manage', 'company.consumptions.read'])
    expect(await names(without, 'unica')).toEqual([])
    expect(await names(without, given.identification)).toEqual([])
    expect(company.id).not.toBe(own.id)
  })

  it('finds a consumption by its whole code, however typed, for who reads the company’s own', async () => {
    const { sql } = world()
    const code = 'K7QM-2XWD-9RTB-4HNC-8VJP'
    await sql`update consumptions set code = ${code} where id = ${theirs.consumptionId}`
    const found = async (companyId: number, text: string, permissions?: Parameters<typeof newColleague>[1]) =>
      (await searchCompany((await newColleague(companyId, permissions)).ctx, text)).consumptions.hits.map(
        (hit) => hit.code,
      )
    for (const text of [code, code.toLowerCase(), code.replaceAll('-', ' ')]) {
      expect(await found(theirs.companyId, text), text).toEqual([code])
    }
    expect(await found(theirs.companyId, code.slice(0, 19))).toEqual([])
    expect(await found(theirs.companyId, theirs.reference)).toEqual([])
    expect(await found(mine.companyId, code)).toEqual([])
    expect(await found(theirs.companyId, code, ['company.collaborators.manage'])).toEqual([])
    await sql`update consumptions set code = ${theirs.consumptionCode} where id = ${theirs.consumptionId}`
  })

  it('finds affiliated merchants and what they offer, for who manages benefits', async () => {
    const found = async (permissions?: Parameters<typeof newColleague>[1]) => {
      const { ctx: hr } = await newColleague(theirs.companyId, permissions)
      const { merchants, benefits, collaborators } = await searchCompany(hr, theirs.mark)
      return [merchants.hits.length, benefits.hits.length, collaborators.hits.length]
    }
    const [merchants, benefits] = await found()
    expect(merchants).toBe(1)
    expect(benefits).toBeGreaterThan(0)
    expect((await found(['company.benefits.manage'])).slice(0, 2)).toEqual([merchants, benefits])
    expect(await found(['company.consumptions.read'])).toEqual([0, 0, 0])
    const { ctx: stranger } = await newColleague(mine.companyId)
    const { merchants: none, benefits: neither } = await searchCompany(stranger, theirs.mark)
    expect([none.hits, neither.hits]).toEqual([[], []])
  })
})

/** Tables that grow with every sale or hire: no search may read one of them from end to end. */
const growing = /^(authorizations|consumptions|collaborators|api_requests|rest|d\d{8}|discounts|affiliations)$/

describe('the statements of a search', () => {
  it('find the rows of every growing table by index, for the asker’s merchant or company', async () => {
    const { ctx: hr } = await newColleague(mine.companyId)
    const plans = await plansOf(world().databaseUrl, async (db) => {
      for (const text of ['no such thing', `pagada-${mine.mark}`]) await searchMerchant({ ...ctx, db }, text)
      for (const text of ['Nadie Ninguno', '001-0000000-9']) await searchCompany({ ...hr, db }, text)
    })
    expect(plans.length).toBeGreaterThan(10)
    const read = new Set<string>()
    for (const { query, nodes } of plans) {
      for (const node of nodes) {
        const table = node['Relation Name'] ?? ''
        if (!growing.test(table)) continue
        read.add(table.replace(/^(rest|d\d{8})$/, 'api_requests'))
        expect(node['Node Type'], `${table} in ${query}`).toMatch(/^(Index|Bitmap)/)
        if (node['Node Type'] !== 'Bitmap Heap Scan') expect(node['Index Cond'], `${table} in ${query}`).toBeDefined()
      }
    }
    expect([...read].toSorted()).toEqual(
      ['affiliations', 'api_requests', 'authorizations', 'collaborators', 'consumptions', 'discounts'].toSorted(),
    )
  })
})
