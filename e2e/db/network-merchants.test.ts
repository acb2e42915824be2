import { describe, expect, it } from 'vitest'
import { acceptAsUser } from '@/lib/accounts/accept-invitation'
import { affiliateBoth, endForBoth } from '@/lib/affiliations/affiliate-both'
import { approve } from '@/lib/approvals/decide-approval'
import { listApprovals } from '@/lib/approvals/list-approvals'
import { present } from '@/lib/kernel/assert'
import { networkCompaniesFilterOf } from '@/lib/network-companies/companies'
import { changeCompany, createCompany, inviteCompanyOwner } from '@/lib/network-companies/manage-company'
import { listCompaniesOfNetwork, showCompanyOfNetwork } from '@/lib/network-companies/show-companies'
import { disablingDraft } from '@/lib/network-merchants/drafts'
import {
  changeMerchant,
  createMerchant,
  inviteMerchantOwner,
  withdrawMerchantOwner,
} from '@/lib/network-merchants/manage-merchant'
import { networkMerchantsFilterOf } from '@/lib/network-merchants/merchants'
import { enableMerchant, orderDisabling, undoDisabling } from '@/lib/network-merchants/order-disabling'
import { listMerchantsOfNetwork, previewDisabling, showMerchantOfNetwork } from '@/lib/network-merchants/show-merchants'
import { showStanding } from '@/lib/network-merchants/show-standing'
import { disableByOrder, startOperators } from './operators-world'

/** The operator brings merchants and companies in, and takes merchants out of service, without a file and without a shell. */

const world = startOperators()

const tokenIn = (text: string): string => /token=([A-Za-z0-9]{43})/.exec(text)?.[1] ?? ''

let count = 0
const newDraft = () => {
  count += 1
  return { name: `Colmado ${count}`, legalId: '131246796', ownerEmail: `dueno${count}@example.com` }
}

const statesOf = async (ctx: Parameters<typeof showMerchantOfNetwork>[0], merchantId: number) => {
  const { requirements } = await showMerchantOfNetwork(ctx, merchantId)
  return Object.fromEntries(requirements.map(({ requirement, state }) => [requirement, state]))
}

const order = (merchant: { id: number; name: string }, fields: Record<string, string> = {}) =>
  disablingDraft.parse({
    merchantId: merchant.id,
    cause: 'payment_pending',
    message: 'Falta el pago de octubre.\r\nEscríbanos.',
    when: 'now',
    confirmation: merchant.name,
    ...fields,
  })

describe('a merchant', () => {
  it('is created with an invitation to its first owner, who gets every permission and reads no name of the operator', async () => {
    const { operator, ctx } = await world().newOperator()
    const draft = newDraft()
    const { merchantId } = await createMerchant(ctx, draft)
    expect(await statesOf(ctx, merchantId)).toEqual({
      owner: 'waiting',
      two_step: 'missing',
      branch: 'missing',
      discount: 'missing',
      company: 'missing',
      credential: 'missing',
      calls: 'missing',
      certification: 'missing',
    })
    const [mail] = await world().mailsTo(draft.ownerEmail)
    expect(mail).toMatchObject({ kind: 'invitation', subject: `Invitación a ${draft.name} en Aliado` })
    expect(mail?.text).not.toContain(operator.name)
    expect(await world().eventsOf({ merchantId })).toMatchObject([
      { actor: 'operator', userId: operator.id, action: 'merchant.created', details: { name: draft.name } },
      { actor: 'operator', userId: operator.id, action: 'invitation.sent', details: { email: draft.ownerEmail } },
    ])
    const { invitations } = await showMerchantOfNetwork(ctx, merchantId)
    expect(invitations).toMatchObject([{ email: draft.ownerEmail, invitedBy: null, isExpired: false }])

    const owner = await world().people.newUser()
    await world().sql`update users set email = ${draft.ownerEmail} where id = ${owner.id}`
    const user = { userId: owner.id, sessionId: 0, email: draft.ownerEmail }
    const { db, origin, officeUrl, environment, now } = ctx
    const account = { db, origin, officeUrl, environment, now, user } as unknown as Parameters<typeof acceptAsUser>[0]
    await acceptAsUser(account, { token: tokenIn(mail?.text ?? '') })
    expect(await statesOf(ctx, merchantId)).toMatchObject({ owner: 'met', two_step: 'waiting' })
    const [membership] = await world()
      .sql`select permissions from merchant_memberships where merchant_id = ${merchantId}`
    expect(membership?.permissions).toHaveLength(7)
    await world().sql`update users set totp_secret = '\\x00', totp_enrolled_at = now() where id = ${owner.id}`
    expect(await statesOf(ctx, merchantId)).toMatchObject({ two_step: 'met' })
  })

  it('has an owner invited again, whose former link stops working, and taken back', async () => {
    const { ctx } = await world().newOperator()
    const draft = newDraft()
    const { merchantId } = await createMerchant(ctx, draft)
    await inviteMerchantOwner(ctx, { merchantId, email: draft.ownerEmail })
    const { invitations } = await showMerchantOfNetwork(ctx, merchantId)
    expect(invitations).toHaveLength(1)
    const [invitation] = invitations
    await withdrawMerchantOwner(ctx, { merchantId, invitationId: invitation?.id ?? 0 })
    expect((await showMerchantOfNetwork(ctx, merchantId)).invitations).toEqual([])
    const open = await world().sql`select from invitations where merchant_id = ${merchantId} and withdrawn_at is null`
    expect(open).toHaveLength(0)
    const asked = { merchantId, invitationId: invitation?.id ?? 0 }
    await expect(withdrawMerchantOwner(ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    const member = await world().people.newMember(merchantId)
    const again = inviteMerchantOwner(ctx, { merchantId, email: member.email })
    await expect(again).rejects.toMatchObject({ code: 'already_member', field: 'email' })
  })

  it('says what it still needs from its rows alone, until nothing is missing', async () => {
    const { ctx } = await world().newOperator()
    const { make, sql } = world()
    const shop = await make.shop()
    const merchantId = shop.merchant.id
    await make.branch(merchantId)
    const member = await world().people.newMember(merchantId)
    expect(await statesOf(ctx, merchantId)).toEqual({
      owner: 'met',
      two_step: 'waiting',
      branch: 'met',
      discount: 'met',
      company: 'met',
      credential: 'met',
      calls: 'waiting',
      certification: 'missing',
    })
    await sql`update api_keys set last_used_at = now() where merchant_id = ${merchantId}`
    await sql`update users set totp_secret = '\\x00', totp_enrolled_at = now() where id = ${member.id}`
    await sql`insert into certification_runs (merchant_id, api_key_id, plan_version, declared, state, opened_by, opened_at,
        ends_at, ended_at, verdicts, code, evidence, valid_until)
      values (${merchantId}, ${shop.credential.id}, 1, '{}', 'passed', ${member.id}, now(), now() + interval '1 hour', now(),
        '[]', ${`C${merchantId}`}, '{}', now() + interval '1 day')`
    expect(new Set(Object.values(await statesOf(ctx, merchantId)))).toEqual(new Set(['met']))
    await sql`update api_keys set revoked_at = now() where merchant_id = ${merchantId}`
    await sql`update discounts set status = 'paused' where merchant_id = ${merchantId}`
    await sql`update certification_runs set valid_until = now() where merchant_id = ${merchantId}`
    expect(await statesOf(ctx, merchantId)).toMatchObject({
      discount: 'waiting',
      credential: 'missing',
      calls: 'met',
      certification: 'missing',
    })
  })

  it('is renamed, and told of a doubtful RNC and of one that another has, which are saved all the same', async () => {
    const { ctx } = await world().newOperator()
    const { merchantId } = await createMerchant(ctx, { ...newDraft(), legalId: '101850042' })
    expect((await showMerchantOfNetwork(ctx, merchantId)).doubt).toBe('check_digit')
    const { merchantId: other } = await createMerchant(ctx, { ...newDraft(), legalId: '401506254' })
    await world().sql`update merchants set legal_id = '4-01-50625-4' where id = ${other}`
    await changeMerchant(ctx, { merchantId, name: 'Ferretería Ñandú', legalId: '401506254' })
    const shown = await showMerchantOfNetwork(ctx, merchantId)
    expect(shown).toMatchObject({
      merchant: { name: 'Ferretería Ñandú' },
      doubt: undefined,
      sameLegalId: [{ id: other }],
    })
    const { merchants } = await listMerchantsOfNetwork(ctx, networkMerchantsFilterOf({ q: 'ferreteria ña' }))
    expect(merchants.map(({ id }) => id)).toEqual([merchantId])
  })
})

describe('disabling', () => {
  it('at once takes the merchant out of service, says why to its people, and is undone by enabling it', async () => {
    const { operator, ctx } = await world().newOperator()
    const { make } = world()
    const merchant = await make.merchant()
    const owner = await world().people.newMember(merchant.id)
    const till = await world().people.newMember(merchant.id, { permissions: ['merchant.redemptions.make'] })
    const standing = () => showStanding({ db: ctx.db, member: { merchantId: merchant.id } })
    expect(await standing()).toBeUndefined()
    await disableByOrder(ctx, order(merchant))
    expect(await world().isEnabled(merchant.id)).toBe(false)
    expect(await standing()).toMatchObject({
      state: 'disabled',
      disabling: { cause: 'payment_pending', message: 'Falta el pago de octubre.\nEscríbanos.' },
    })
    const [mail] = await world().mailsTo(owner.email)
    expect(mail).toMatchObject({ kind: 'merchant_disabled' })
    expect(mail?.text).toContain('Falta el pago de octubre.')
    expect(mail?.text).not.toContain(operator.name)
    expect(await world().mailsTo(till.email)).toEqual([])
    await expect(disableByOrder(ctx, order(merchant))).rejects.toMatchObject({ code: 'already_disabled' })
    await expect(undoDisabling(ctx, { merchantId: merchant.id })).rejects.toMatchObject({ code: 'already_disabled' })

    await enableMerchant(ctx, { merchantId: merchant.id })
    expect(await world().isEnabled(merchant.id)).toBe(true)
    expect(await standing()).toBeUndefined()
    await expect(enableMerchant(ctx, { merchantId: merchant.id })).rejects.toMatchObject({ code: 'already_enabled' })
    expect(await world().disablingsOf(merchant.id)).toEqual([
      { cause: 'payment_pending', tookEffect: true, ended: true, endedBy: operator.id },
    ])
    expect((await world().eventsOf({ merchantId: merchant.id })).map(({ action }) => action)).toEqual([
      'merchant.disabled',
      'merchant.enabled',
    ])
    expect((await world().mailsTo(owner.email)).map(({ kind }) => kind)).toEqual([
      'merchant_disabled',
      'merchant_enabled',
    ])
  })

  it('changes nothing until another person has approved the order, who answers for it', async () => {
    const [one, two] = [await world().newOperator(), await world().newOperator()]
    const merchant = await world().make.merchant()
    const proposed = await orderDisabling(one.ctx, order(merchant))
    if (!proposed.waits) throw new Error('there are two people')
    const { approvalId } = proposed
    expect(await world().isEnabled(merchant.id)).toBe(true)
    expect(await world().disablingsOf(merchant.id)).toEqual([])
    await expect(orderDisabling(two.ctx, order(merchant))).rejects.toMatchObject({ code: 'already_proposed' })
    await expect(approve(one.ctx, { approvalId })).rejects.toMatchObject({ code: 'approval_own' })
    const { waiting } = await listApprovals(two.ctx)
    expect(waiting.find(({ id }) => id === approvalId)).toMatchObject({
      obstacle: null,
      words: { name: merchant.name, when: 'now', credentials: 0, reservations: 0, people: 0 },
    })
    await approve(two.ctx, { approvalId })
    expect(await world().isEnabled(merchant.id)).toBe(false)
    const [row] = await world()
      .sql`select ordered_by as "orderedBy" from merchant_disablings where merchant_id = ${merchant.id}`
    expect(row).toEqual({ orderedBy: two.operator.id })
  })

  it('that was done by somebody else meanwhile is approved no more', async () => {
    const [one, two] = [await world().newOperator(), await world().newOperator()]
    const merchant = await world().make.merchant()
    const proposed = await orderDisabling(one.ctx, order(merchant))
    if (!proposed.waits) throw new Error('there are two people')
    await disableByOrder(two.ctx, order(merchant))
    await expect(approve(two.ctx, proposed)).rejects.toMatchObject({ code: 'already_disabled' })
    expect(await world().disablingsOf(merchant.id)).toHaveLength(1)
  })

  it('at a moment changes nothing until then, and can be undone until then', async () => {
    const { ctx } = await world().newOperator()
    const merchant = await world().make.merchant()
    const owner = await world().people.newMember(merchant.id)
    const later = { when: 'later', day: '2099-01-01', time: '06:00' }
    const soon = new Date(Date.now() + 3 * 86_400_000)
    const [day, time] = [new Date(soon.getTime() - 4 * 3_600_000).toISOString().slice(0, 10), '06:00']
    await expect(disableByOrder(ctx, order(merchant, later))).rejects.toMatchObject({ code: 'moment_far' })
    const past = order(merchant, { ...later, day: '2020-01-01' })
    await expect(disableByOrder(ctx, past)).rejects.toMatchObject({ code: 'moment_past', field: 'day' })
    await disableByOrder(ctx, order(merchant, { when: 'later', day, time }))
    expect(await world().isEnabled(merchant.id)).toBe(true)
    const standing = await showStanding({ db: ctx.db, member: { merchantId: merchant.id } })
    expect(standing).toMatchObject({
      state: 'scheduled',
      disabling: { takesEffectAt: new Date(`${day}T10:00:00Z`), tookEffectAt: null },
    })
    await expect(disableByOrder(ctx, order(merchant))).rejects.toMatchObject({ code: 'already_scheduled' })
    const { merchants, counts } = await listMerchantsOfNetwork(ctx, networkMerchantsFilterOf({ state: 'scheduled' }))
    expect(merchants.map(({ id }) => id)).toEqual([merchant.id])
    expect(counts.scheduled).toBe(1)
    await undoDisabling(ctx, { merchantId: merchant.id })
    await expect(undoDisabling(ctx, { merchantId: merchant.id })).rejects.toMatchObject({ code: 'nothing_ordered' })
    expect((await world().mailsTo(owner.email)).map(({ kind }) => kind)).toEqual([
      'merchant_disabling_ordered',
      'merchant_disabling_undone',
    ])
  })

  it.each([
    [{ when: 'later', day: '2026-02-30', time: '06:00' }, 'day_invalid'],
    [{ when: 'later', day: '2026-03-01', time: '6 am' }, 'time_invalid'],
    [{ confirmation: 'Otro' }, 'confirmation_differs'],
  ])('is refused with %o, and nothing changes', async (fields, code) => {
    const { ctx } = await world().newOperator()
    const merchant = await world().make.merchant()
    await expect(orderDisabling(ctx, order(merchant, fields))).rejects.toMatchObject({ code })
    expect(await world().disablingsOf(merchant.id)).toEqual([])
  })

  it('shows its effect from the rows of this moment', async () => {
    const { ctx } = await world().newOperator()
    const { make, sql } = world()
    const shop = await make.shop()
    const merchantId = shop.merchant.id
    await make.oauthClient(merchantId)
    const reserve = (minutes: number, amount: number) => sql`
      insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at)
      values (${merchantId}, ${`A${minutes}`}, ${`R${minutes}`}, ${shop.discountId}, ${shop.company.id}, ${shop.person.id},
        ${shop.credential.id}, ${amount}, 10, ${amount - 10}, 'PCT', 10, 'store', now() - interval '2 hours',
        now() + ${minutes}::int * interval '1 minute')`
    await reserve(10, 100)
    await reserve(5, 250.5)
    await reserve(-60, 999)
    await sql`update merchants set late_notification_hours = 6 where id = ${merchantId}`
    expect(await previewDisabling(ctx, merchantId)).toMatchObject({
      apiKeys: 1,
      oauthClients: 1,
      reservations: { count: 2, cents: 35_050n },
      people: 1,
      companies: 1,
      authorizedLastHour: 0,
      consumedLastHour: { count: 0, cents: 0n },
      lateNotificationHours: 6,
    })
    await expect(previewDisabling(ctx, 2_000_000_000)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that a network file has overtaken is over: the next order stands alone', async () => {
    const { ctx } = await world().newOperator()
    const merchant = await world().make.merchant()
    await disableByOrder(ctx, order(merchant))
    await world().sql`update merchants set enabled = true where id = ${merchant.id}`
    expect(await showStanding({ db: ctx.db, member: { merchantId: merchant.id } })).toBeUndefined()
    await disableByOrder(ctx, order(merchant, { cause: 'security' }))
    expect(await world().disablingsOf(merchant.id)).toMatchObject([
      { cause: 'payment_pending', ended: true },
      { cause: 'security', tookEffect: true, ended: false },
    ])
    const closed = await world().make.merchant({ enabled: false })
    const standing = await showStanding({ db: ctx.db, member: { merchantId: closed.id } })
    expect(standing).toEqual({ state: 'disabled', disabling: null })
    await enableMerchant(ctx, { merchantId: closed.id })
    expect(await world().isEnabled(closed.id)).toBe(true)
  })
})

describe('a company', () => {
  it('is created, invited, renamed, and shows its people as a number', async () => {
    const { ctx } = await world().newOperator()
    const draft = newDraft()
    const { companyId } = await createCompany(ctx, draft)
    await world().make.identificationTypes()
    await world().make.person(companyId, { firstName: 'Altagracia' })
    await inviteCompanyOwner(ctx, { companyId, email: 'otra@example.com' })
    await changeCompany(ctx, { companyId, name: 'Grupo Ozama', legalId: null })
    const shown = await showCompanyOfNetwork(ctx, companyId)
    expect(shown).toMatchObject({
      company: { name: 'Grupo Ozama', legalId: null, people: 1, isInvited: true },
      invitations: [{ email: draft.ownerEmail }, { email: 'otra@example.com' }],
    })
    expect(JSON.stringify(shown)).not.toContain('Altagracia')
    const { companies } = await listCompaniesOfNetwork(ctx, networkCompaniesFilterOf({ q: 'ozama' }))
    expect(companies.map(({ id }) => id)).toEqual([companyId])
    expect((await world().eventsOf({ companyId })).map(({ action }) => action)).toEqual([
      'company.created',
      'invitation.sent',
      'invitation.sent',
      'company.changed',
    ])
  })
})

describe('an affiliation on behalf of both', () => {
  it('is told to both, answers what one of them had asked, and ends with what was granted', async () => {
    const { operator, ctx } = await world().newOperator()
    const { make, sql } = world()
    const [merchant, company] = [await make.merchant(), await make.company()]
    const seller = await world().people.newMember(merchant.id)
    const hr = await world().people.newCompanyMember(company.id)
    await sql`insert into affiliation_requests (merchant_id, company_id, requested_by, created_by_user_id)
      values (${merchant.id}, ${company.id}, 'company', ${hr.id})`
    const tenant = { side: 'merchant', merchantId: merchant.id } as const
    expect(await affiliateBoth(ctx, { tenant, other: company.name })).toEqual({ name: company.name })
    const again = affiliateBoth(ctx, { tenant: { side: 'company', companyId: company.id }, other: merchant.name })
    await expect(again).rejects.toMatchObject({ code: 'already_affiliated' })
    const [request] = await sql`select outcome, ended_by_user_id as "endedBy" from affiliation_requests
      where merchant_id = ${merchant.id}`
    expect(request).toEqual({ outcome: 'accepted', endedBy: operator.id })
    for (const person of [seller, hr]) {
      const [mail] = await world().mailsTo(person.email)
      expect(mail?.kind).toBe('affiliation_made')
      expect(mail?.text).not.toContain(operator.name)
    }
    await make.grant(company.id, merchant.id, await make.discount(merchant.id))
    const pair = { merchantId: merchant.id, companyId: company.id }
    const ending = { pair, from: 'company', confirmation: merchant.name } as const
    await expect(endForBoth(ctx, { ...ending, from: 'merchant' })).rejects.toMatchObject({
      code: 'confirmation_differs',
    })
    expect(await endForBoth(ctx, ending)).toEqual({ name: merchant.name, grants: 1 })
    await expect(endForBoth(ctx, ending)).rejects.toMatchObject({ code: 'not_found' })
    for (const of of [{ merchantId: merchant.id }, { companyId: company.id }]) {
      expect(await world().eventsOf(of)).toMatchObject([
        { actor: 'operator', action: 'affiliation.made' },
        { actor: 'operator', action: 'affiliation.ended' },
      ])
    }
  })
})

describe('without the permission', () => {
  it('of merchants, or of companies, nothing is shown and nothing is done', async () => {
    const { ctx } = await world().newOperator(['operator.team.manage', 'operator.network.manage'])
    const merchant = await world().make.merchant()
    const company = await world().make.company()
    const [merchantId, companyId] = [merchant.id, company.id]
    const asked = [
      () => listMerchantsOfNetwork(ctx, networkMerchantsFilterOf({})),
      () => showMerchantOfNetwork(ctx, merchantId),
      () => previewDisabling(ctx, merchantId),
      () => createMerchant(ctx, newDraft()),
      () => changeMerchant(ctx, { merchantId, name: 'Otro', legalId: null }),
      () => inviteMerchantOwner(ctx, { merchantId, email: 'x@example.com' }),
      () => withdrawMerchantOwner(ctx, { merchantId, invitationId: 1 }),
      () => orderDisabling(ctx, order(merchant)),
      () => undoDisabling(ctx, { merchantId }),
      () => enableMerchant(ctx, { merchantId }),
      () => affiliateBoth(ctx, { tenant: { side: 'merchant', merchantId }, other: company.name }),
      () => affiliateBoth(ctx, { tenant: { side: 'company', companyId }, other: merchant.name }),
      () => endForBoth(ctx, { pair: { merchantId, companyId }, from: 'merchant', confirmation: '' }),
      () => listCompaniesOfNetwork(ctx, networkCompaniesFilterOf({})),
      () => showCompanyOfNetwork(ctx, companyId),
      () => createCompany(ctx, newDraft()),
      () => changeCompany(ctx, { companyId, name: 'Otra', legalId: null }),
      () => inviteCompanyOwner(ctx, { companyId, email: 'x@example.com' }),
    ]
    for (const one of asked) await expect(one()).rejects.toMatchObject({ code: 'permission_missing' })
    expect(await world().eventsOf({ merchantId })).toEqual([])
    expect(await world().isEnabled(merchantId)).toBe(true)
  })

  it('that was taken away a moment ago, nothing is done', async () => {
    const { operator, ctx } = await world().newOperator()
    const merchant = await world().make.merchant()
    await world().sql`delete from operator_memberships where user_id = ${operator.id}`
    await expect(orderDisabling(ctx, order(merchant))).rejects.toMatchObject({ code: 'permission_missing' })
    expect(await world().isEnabled(merchant.id)).toBe(true)
  })
})

describe('the lists of the network', () => {
  it('are sorted by name or by when each came, a page at a time, there and back', async () => {
    const { ctx } = await world().newOperator()
    for (let n = 0; n < 5; n++) {
      await createMerchant(ctx, { ...newDraft(), name: `Orden ${9 - n}` })
      await createCompany(ctx, { ...newDraft(), name: `Orden ${9 - n}` })
    }
    const byName = ['Orden 5', 'Orden 6', 'Orden 7', 'Orden 8', 'Orden 9']
    const orders = {
      merchant: byName,
      '-merchant': byName.toReversed(),
      created: byName.toReversed(),
      '-created': byName,
    }
    for (const [sort, names] of Object.entries(orders)) {
      const read = async (asked: { before?: number; after?: number }) => {
        const filter = { ...networkMerchantsFilterOf({ q: 'orden', sort }), size: 2 as never, ...asked }
        return listMerchantsOfNetwork(ctx, filter)
      }
      const first = await read({})
      const second = await read({ after: present(first.after, 'there is more') })
      const third = await read({ after: present(second.after, 'there is more') })
      const back = await read({ before: present(third.before, 'there was more') })
      const named = [first, second, third].map(({ merchants }) => merchants.map(({ name }) => name))
      expect(named, sort).toEqual([names.slice(0, 2), names.slice(2, 4), names.slice(4)])
      expect(back.merchants.map(({ name }) => name)).toEqual(names.slice(2, 4))
      expect([first.before, third.after]).toEqual([undefined, undefined])
      const ofCompanies = sort.replace('merchant', 'company')
      const { companies } = await listCompaniesOfNetwork(
        ctx,
        networkCompaniesFilterOf({ q: 'orden', sort: ofCompanies }),
      )
      expect(
        companies.map(({ name }) => name),
        ofCompanies,
      ).toEqual(names)
    }
  })

  it('show companies by whether somebody answers for them', async () => {
    const { ctx } = await world().newOperator()
    const { sql, make, people } = world()
    const { companyId: invited } = await createCompany(ctx, { ...newDraft(), name: 'Responde invitada' })
    const [none, twoStep, ready] = [await make.company(), await make.company(), await make.company()]
    await sql`update companies set name = 'Responde ' || id where id in ${sql([none.id, twoStep.id, ready.id])}`
    await people.newCompanyMember(twoStep.id)
    const member = await people.newCompanyMember(ready.id)
    await sql`update users set totp_secret = '\\x01', totp_enrolled_at = now() where id = ${member.id}`
    const shown = async (state: string) =>
      (await listCompaniesOfNetwork(ctx, networkCompaniesFilterOf({ q: 'responde', state }))).companies.map(
        ({ id }) => id,
      )
    expect(await shown('ready')).toEqual([ready.id])
    expect(await shown('twoStep')).toEqual([twoStep.id])
    expect(await shown('invited')).toEqual([invited])
    expect(await shown('none')).toEqual([none.id])
  })
})
