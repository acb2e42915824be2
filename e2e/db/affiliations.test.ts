import { describe, expect, it } from 'vitest'
import { acceptProposal, declineProposal, withdrawProposal } from '@/lib/affiliations/answer-proposal'
import { affiliationDraft, proposalsPerDayMax } from '@/lib/affiliations/drafts'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { listAffiliationProposals } from '@/lib/affiliations/list-proposals'
import { proposeAffiliation } from '@/lib/affiliations/propose-affiliation'
import { type AffiliationSides, startAffiliations, unusedName } from './affiliation-sides'

/** Contract, 1: a merchant and a company are affiliated when both want it, and until one of them does not. */

const sides = startAffiliations()

type Side = Awaited<ReturnType<AffiliationSides['merchantSide']>>

const ask = (from: Pick<Side, 'ctx'>, other: string, message: string | null = null) =>
  proposeAffiliation(from.ctx, { other, message })

const openBetween = (shop: { id: number }, firm: { id: number }) => sides().openProposal(shop.id, firm.id)

describe('a proposal', () => {
  it('of a merchant reaches who may answer in the company, in their language, and no person is named', async () => {
    const { shop, firm } = await sides().bothSides()
    const english = await sides().companySide({ companyId: firm.id, language: 'en' })
    const other = await sides().companySide({ companyId: firm.id, permissions: ['company.consumptions.read'] })
    expect(await ask(shop, firm.name, 'Somos vecinos')).toEqual({ outcome: 'proposed', name: firm.name })
    expect(await sides().mailsTo(firm.member.email)).toMatchObject([
      { kind: 'affiliation_requested', subject: `${shop.name} solicita afiliarse con ${firm.name}` },
    ])
    const [mail] = await sides().mailsTo(english.member.email)
    expect(mail?.subject).toBe(`${shop.name} asks to be affiliated with ${firm.name}`)
    expect(mail?.text).toContain('https://oficina.example/company/merchants')
    expect(mail?.text).not.toMatch(new RegExp(`vecinos|${shop.member.name}|203\\.0`))
    expect(await sides().mailsTo(other.member.email)).toEqual([])
    expect(await sides().mailsTo(shop.member.email)).toEqual([])
  })

  it('stands in the trail of both: of the own side with the person, of the other with its name alone', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(firm, shop.name)
    const action = 'affiliation.requested'
    expect(await sides().eventsOf({ companyId: firm.id })).toMatchObject([
      { action, userId: firm.member.id, address: '203.0.113.7', details: { name: shop.name, by: 'company' } },
    ])
    expect(await sides().eventsOf({ merchantId: shop.id })).toEqual([
      {
        action,
        outcome: 'done',
        userId: null,
        details: { name: firm.name, by: 'company' },
        address: null,
        userAgent: null,
      },
    ])
  })

  it('names the other side by the RNC, however it is written, or by the whole name, whatever its capitals', async () => {
    const { shop, firm } = await sides().bothSides()
    const spaced = await sides().companySide()
    const { legalId } = firm
    const hyphened = `${legalId[0]}-${legalId.slice(1, 3)}-${legalId.slice(3, 8)}-${legalId[8]}`
    expect(await ask(shop, hyphened)).toMatchObject({ name: firm.name })
    expect(await ask(shop, spaced.name.toUpperCase())).toMatchObject({ name: spaced.name })
    await sides().sql`update companies set name = ${`Compañía ${spaced.legalId}`} where id = ${spaced.id}`
    await expect(ask(shop, `COMPAÑIA ${spaced.legalId}`)).rejects.toMatchObject({ code: 'already_proposed' })
    const written = await sides().companySide()
    await sides().sql`update companies set legal_id = '4-01-50625-4' where id = ${written.id}`
    expect(await ask(shop, '401506254')).toMatchObject({ name: written.name })
  })

  it('finds nobody by a part of a name, a pattern, or the name of a merchant that is not enabled', async () => {
    const { shop, firm } = await sides().bothSides()
    for (const part of ['Empresa', firm.name.slice(0, -1), '%', 'Empresa%', '_______________', '-', '.*', shop.name]) {
      await expect(ask(shop, part)).rejects.toMatchObject({ code: 'other_not_found', field: 'other' })
    }
    const closed = await sides().make.merchant({ enabled: false })
    await expect(ask(firm, closed.name)).rejects.toMatchObject({ code: 'other_not_found' })
    const [one, two] = [await sides().companySide(), await sides().companySide()]
    await sides().sql`update companies set name = ${one.name} where id = ${two.id}`
    await expect(ask(shop, one.name)).rejects.toMatchObject({ code: 'other_ambiguous' })
    expect(await ask(shop, two.legalId)).toMatchObject({ outcome: 'proposed' })
  })

  it('may miss twenty times in a row: nobody lists the network by guessing', async () => {
    const { shop, firm } = await sides().bothSides()
    const colleague = await sides().merchantSide({ merchantId: shop.id })
    for (let n = 0; n < 20; n++) {
      await expect(ask(n % 2 ? shop : colleague, unusedName())).rejects.toMatchObject({ code: 'other_not_found' })
    }
    await expect(ask(colleague, firm.name)).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(await ask(await sides().merchantSide(), firm.name)).toMatchObject({ outcome: 'proposed' })
  })

  it('is one at a time for a pair, and not for who are affiliated', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(shop, firm.name)
    await expect(ask(shop, firm.legalId)).rejects.toMatchObject({
      code: 'already_proposed',
      values: { name: firm.name },
    })
    await acceptProposal(firm.ctx, { proposalId: await openBetween(shop, firm) })
    for (const [from, to] of [
      [shop, firm],
      [firm, shop],
    ] as const) {
      await expect(ask(from, to.name)).rejects.toMatchObject({ code: 'already_affiliated', values: { name: to.name } })
    }
  })

  it('to who has asked already is the answer: both are affiliated, and told so', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(firm, shop.name)
    expect(await ask(shop, firm.name)).toEqual({ outcome: 'affiliated', name: firm.name })
    expect(await sides().areAffiliated(shop.id, firm.id)).toBe(true)
    const { received, sent, past } = await listAffiliationProposals(shop.ctx)
    expect([received, sent, past.map(({ outcome }) => outcome)]).toEqual([[], [], ['accepted']])
    expect((await sides().mailsTo(firm.member.email)).map(({ kind }) => kind)).toEqual(['affiliation_accepted'])
  })

  it('waits thirty days after a refusal, for the side that was refused', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(shop, firm.name)
    await declineProposal(firm.ctx, { proposalId: await openBetween(shop, firm) })
    await expect(ask(shop, firm.name)).rejects.toMatchObject({ code: 'declined_recently', values: { days: 30 } })
    await sides()
      .sql`update affiliation_requests set ended_at = now() - interval '30 days' where merchant_id = ${shop.id}`
    expect(await ask(shop, firm.name)).toMatchObject({ outcome: 'proposed' })
    await withdrawProposal(shop.ctx, { proposalId: await openBetween(shop, firm) })
    await sides()
      .sql`update affiliation_requests set ended_at = now() where outcome = 'declined' and merchant_id = ${shop.id}`
    expect(await ask(firm, shop.name)).toMatchObject({ outcome: 'proposed' })
  })

  it('is one of twenty a day: taking them back and asking anew sends no mail without end', async () => {
    const { shop, firm } = await sides().bothSides()
    for (let n = 0; n < proposalsPerDayMax; n++) {
      await ask(shop, firm.name)
      await withdrawProposal(shop.ctx, { proposalId: await openBetween(shop, firm) })
    }
    await expect(ask(shop, firm.name)).rejects.toMatchObject({ code: 'proposals_full', values: { max: 20 } })
  })

  it('takes a message of 500 characters that can be shown, and none', () => {
    const read = (message: unknown) => affiliationDraft.safeParse({ other: ' Grupo   Naco ', message })
    expect(read('  ').data).toEqual({ other: 'Grupo Naco', message: null })
    expect(read('Hola\r\n¿qué tal?').success).toBe(true)
    for (const message of ['x'.repeat(501), 'a\u0000b', 'a\u202eb', '\ud800']) expect(read(message).success).toBe(false)
  })

  it('is not made when its event or its mail cannot be', async () => {
    const { shop, firm } = await sides().bothSides()
    for (const table of ['audit_events', 'mails']) {
      await sides().sql`alter table ${sides().sql(table)} add constraint nothing_more check (id < 0) not valid`
      await expect(ask(shop, firm.name)).rejects.toThrow()
      await sides().sql`alter table ${sides().sql(table)} drop constraint nothing_more`
    }
    expect(await sides().sql`select from affiliation_requests where merchant_id = ${shop.id}`).toHaveLength(0)
  })
})

describe('an answer', () => {
  it('is for the side that was asked, a withdrawal for the one that asked, and either of nobody else', async () => {
    const { shop, firm } = await sides().bothSides()
    const [otherShop, otherFirm] = [await sides().merchantSide(), await sides().companySide()]
    await ask(shop, firm.name)
    const asked = { proposalId: await openBetween(shop, firm) }
    for (const foreign of [otherShop, otherFirm]) {
      for (const verb of [acceptProposal, declineProposal, withdrawProposal]) {
        await expect(verb(foreign.ctx, asked)).rejects.toMatchObject({ code: 'not_found', values: {} })
      }
    }
    await expect(acceptProposal(shop.ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    await expect(declineProposal(shop.ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    await expect(withdrawProposal(firm.ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    expect(await openBetween(shop, firm)).toBe(asked.proposalId)
    expect(await sides().eventsOf({ merchantId: otherShop.id })).toMatchObject([
      { action: 'affiliation.accepted', outcome: 'denied', details: { reason: 'not_found' } },
      { action: 'affiliation.declined', outcome: 'denied' },
      { action: 'affiliation.withdrawn', outcome: 'denied' },
    ])
  })

  it('affiliates both when it accepts, so that the company can grant at once', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(shop, firm.name)
    expect(await acceptProposal(firm.ctx, { proposalId: await openBetween(shop, firm) })).toEqual({ name: shop.name })
    expect(await sides().areAffiliated(shop.id, firm.id)).toBe(true)
    expect(await sides().mailsTo(shop.member.email)).toMatchObject([
      { kind: 'affiliation_accepted', subject: `${shop.name} y ${firm.name} están afiliados` },
    ])
    await sides().make.grant(firm.id, shop.id, await sides().make.discount(shop.id))
  })

  it('comes once: the second is told what became of the proposal', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(shop, firm.name)
    const asked = { proposalId: await openBetween(shop, firm) }
    await declineProposal(firm.ctx, asked)
    await expect(acceptProposal(firm.ctx, asked)).rejects.toMatchObject({
      code: 'proposal_over',
      values: { name: shop.name, outcome: 'declined' },
    })
    await expect(withdrawProposal(shop.ctx, asked)).rejects.toMatchObject({ code: 'proposal_over' })
    expect(await sides().areAffiliated(shop.id, firm.id)).toBe(false)
    expect((await sides().mailsTo(shop.member.email)).map(({ kind }) => kind)).toEqual(['affiliation_declined'])
  })
})

describe('the end of an affiliation', () => {
  it('takes its grants along and nothing else, for either side, and is told with their number', async () => {
    const { make, sql } = sides()
    for (const by of ['merchant', 'company'] as const) {
      const { shop, firm } = await sides().bothSides()
      const [other, third] = [await sides().companySide(), await sides().merchantSide()]
      const discountId = await make.discount(shop.id)
      const elsewhere = await make.discount(third.id)
      for (const [companyId, merchantId, granted] of [
        [firm.id, shop.id, discountId],
        [other.id, shop.id, discountId],
        [firm.id, third.id, elsewhere],
      ] as const) {
        await make.affiliation(companyId, merchantId)
        await make.grant(companyId, merchantId, granted)
      }
      await make.grant(firm.id, shop.id, discountId, await make.collaboratorType(firm.id))
      const [own, far] = by === 'merchant' ? [shop, firm] : [firm, shop]
      const asked = { otherId: far.id, confirmation: far.name.toLowerCase() }
      expect(await endAffiliation(own.ctx, asked)).toEqual({ name: far.name, grants: 2 })
      expect(await sides().areAffiliated(shop.id, firm.id)).toBe(false)
      const left =
        await sql`select company_id from grants where discount_id in (${discountId}, ${elsewhere}) order by id`
      expect(left.map(({ company_id }) => company_id)).toEqual([other.id, firm.id])
      const told = { action: 'affiliation.ended', details: { name: own.name, by, grants: 2 } }
      const tenant = by === 'merchant' ? { companyId: firm.id } : { merchantId: shop.id }
      expect((await sides().eventsOf(tenant)).at(-1)).toMatchObject(told)
      expect(await sides().mailsTo(far.member.email)).toMatchObject([{ kind: 'affiliation_ended' }])
      await expect(endAffiliation(own.ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('leaves what a till has reserved as it is (D40)', async () => {
    const { make, sql } = sides()
    const { merchant, company, discountId, person, credential } = await make.shop()
    const shop = await sides().merchantSide({ merchantId: merchant.id })
    await sql`insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      values (${merchant.id}, ${`A-${merchant.id}`}, 'T-1', ${discountId}, ${company.id}, ${person.id}, ${credential.id},
        100, 10, 90, 'PCT', 10, 'store', now() + interval '15 minutes')`
    const before = await sql`select * from authorizations where merchant_id = ${merchant.id}`
    await endAffiliation(shop.ctx, { otherId: company.id, confirmation: company.name })
    expect(await sql`select * from authorizations where merchant_id = ${merchant.id}`).toEqual(before)
    expect(await sql`select from offers where merchant_id = ${merchant.id}`).toHaveLength(0)
  })

  it('asks for the name of the other side, typed', async () => {
    const { shop, firm } = await sides().bothSides()
    await sides().make.affiliation(firm.id, shop.id)
    await expect(endAffiliation(shop.ctx, { otherId: firm.id, confirmation: shop.name })).rejects.toMatchObject({
      code: 'confirmation_differs',
      values: { name: firm.name },
    })
    expect(await sides().areAffiliated(shop.id, firm.id)).toBe(true)
  })

  it('is of nobody else', async () => {
    const { shop, firm } = await sides().bothSides()
    await sides().make.affiliation(firm.id, shop.id)
    const stranger = await sides().merchantSide()
    await expect(endAffiliation(stranger.ctx, { otherId: firm.id, confirmation: firm.name })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await sides().areAffiliated(shop.id, firm.id)).toBe(true)
  })
})

describe('who may', () => {
  it('is decided by what they hold now, on their own side alone; a try stands in its trail (P-08)', async () => {
    const { shop, firm } = await sides().bothSides()
    await ask(firm, shop.name)
    const proposalId = await openBetween(shop, firm)
    const weak = await sides().merchantSide({ merchantId: shop.id, permissions: ['merchant.team.manage'] })
    const weakly = await sides().companySide({ companyId: firm.id, permissions: ['company.consumptions.read'] })
    const posing = sides().contextOf({
      side: 'merchant',
      merchantId: shop.id,
      userId: firm.member.id,
      permissions: ['merchant.discounts.manage'],
    })
    for (const ctx of [weak.ctx, weakly.ctx, posing]) {
      const refused = { code: 'permission_missing' }
      await expect(proposeAffiliation(ctx, { other: firm.name, message: null })).rejects.toMatchObject(refused)
      await expect(acceptProposal(ctx, { proposalId })).rejects.toMatchObject(refused)
      await expect(declineProposal(ctx, { proposalId })).rejects.toMatchObject(refused)
      await expect(withdrawProposal(ctx, { proposalId })).rejects.toMatchObject(refused)
      await expect(endAffiliation(ctx, { otherId: firm.id, confirmation: '' })).rejects.toMatchObject(refused)
      await expect(listAffiliationProposals(ctx)).rejects.toMatchObject(refused)
    }
    expect(await openBetween(shop, firm)).toBe(proposalId)
    const denied = (await sides().eventsOf({ merchantId: shop.id })).filter(({ outcome }) => outcome === 'denied')
    expect(denied).toHaveLength(10)
  })

  it('sees what their side sent and received, and nothing of others', async () => {
    const { shop, firm } = await sides().bothSides()
    const [otherShop, otherFirm] = [await sides().merchantSide(), await sides().companySide()]
    await ask(shop, firm.name, 'Somos vecinos')
    await ask(otherFirm, shop.name)
    await ask(otherShop, otherFirm.name)
    const { received, sent, past } = await listAffiliationProposals(shop.ctx)
    expect(received.map(({ other }) => other)).toEqual([
      { id: otherFirm.id, name: otherFirm.name, legalId: otherFirm.legalId },
    ])
    expect(sent).toMatchObject([{ other: { name: firm.name }, message: 'Somos vecinos', mine: true }])
    expect(past).toEqual([])
    expect((await listAffiliationProposals(firm.ctx)).received).toMatchObject([{ other: { name: shop.name } }])
  })
})
