import { describe, expect, it } from 'vitest'
import type { OfficeContext } from '@/lib/context'
import { changesOf } from '@/lib/discounts/changes'
import { discountFilterOf } from '@/lib/discounts/filter'
import { findTargets, listDiscounts } from '@/lib/discounts/list-discounts'
import { duplicateDiscount, moveDiscount } from '@/lib/discounts/move-discount'
import { changeDiscount, createDiscount } from '@/lib/discounts/save-discount'
import { showDiscount, showDiscountToChange } from '@/lib/discounts/show-discount'
import { type DiscountMove, type DiscountStatus, discountStatuses, discountTransitions } from '@/lib/discounts/status'
import { draftOf } from '../fixtures/discount-forms'
import { factories } from '../fixtures/factories'
import { startOffice } from './office'

const office = startOffice()

const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string; field?: string }) => [error.code, error.field].filter(Boolean).join(' '),
  )

const versionOf = async (ctx: OfficeContext, id: number) => ({ id, version: (await showDiscount(ctx, id)).version })

const rowOf = async (id: number) => (await office.sql()`select * from discounts where id = ${id}`)[0]

const reserve = (
  merchantId: number,
  discountId: number,
  options: { code: string; expiresIn?: string; amount?: number },
) =>
  office.sql()`
    with c as (insert into companies (name) values ('Empresa') returning id),
      p as (insert into collaborators (company_id, identification_type_id, identification_hmac, identification_ciphertext,
        first_name, last_name) select id, 1, decode(md5(${options.code}) || md5(${options.code}), 'hex'), '\\x00', 'Ana', 'Peña' from c
        returning id, company_id),
      k as (insert into api_keys (merchant_id, name, permissions, prefix, secret_hash, expires_at)
        values (${merchantId}, ${options.code}, '{core.integrations}', left(md5(${options.code}), 16),
          decode(md5('x') || md5('y'), 'hex'), now() + interval '1 day') returning id)
    insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at)
    select ${merchantId}, ${options.code}, ${options.code}, ${discountId}, p.company_id, p.id, k.id,
      1000, ${options.amount ?? 100}, ${1000 - (options.amount ?? 100)}, 'PCT', 10, 'store', now() - interval '1 hour',
      now() + ${options.expiresIn ?? '15 minutes'}::interval
    from p, k`

describe('a new discount', () => {
  it('is a draft of its merchant, by local days with the last one whole (D22), and stands in the trail', async () => {
    const { merchant, ctx } = await office.newShop()
    const { id } = await createDiscount(ctx, draftOf({ validFrom: '2026-12-01', validTo: '2098-12-31' }), false)
    expect(await rowOf(id)).toMatchObject({
      merchant_id: merchant.id,
      status: 'draft',
      discount_value: '10.00',
      valid_from: new Date('2026-12-01T04:00:00Z'),
      valid_to: new Date('2099-01-01T04:00:00Z'),
      version: 1,
    })
    expect(await office.eventsOf(merchant.id)).toMatchObject([
      { action: 'discount.created', outcome: 'done', subject: `discount ${id}`, details: { name: 'Diez por ciento' } },
    ])
  })

  it('may be published at once', async () => {
    const { merchant, ctx } = await office.newShop()
    const { id } = await createDiscount(ctx, draftOf(), true)
    expect((await rowOf(id))?.status).toBe('published')
    const events = await office.eventsOf(merchant.id)
    expect(events.map(({ action }) => action)).toEqual(['discount.created', 'discount.published'])
  })

  it('may be at every bound of its fields at once', async () => {
    const { ctx } = await office.newShop()
    const widest = {
      name: 'ñ'.repeat(200),
      description: 'ñ'.repeat(2000),
      usesTotal: '2147483647',
      usesPerCollaboratorPerDay: '2147483647',
      budget: '999999999999.99',
      minimumPurchase: '999999999.99',
      maximumDiscount: '999999999.99',
      validFrom: '2000-01-01',
      validTo: '2099-12-31',
    }
    const narrowest = { usesTotal: '1', usesPerCollaboratorPerDay: '1', budget: '0.01', minimumPurchase: '0.01' }
    const day = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10)
    for (const fields of [
      { ...widest, discountType: 'AMT', value: '999999999.99' },
      { ...widest, discountType: 'PCT', value: '100' },
      { ...narrowest, maximumDiscount: '0.01', value: '0.01', validFrom: day, validTo: day },
    ]) {
      const { id } = await createDiscount(ctx, draftOf(fields), true)
      expect((await showDiscount(ctx, id)).shownStatus).toBe('published')
    }
  })

  it('is not made of what is over, or of another merchant’s category or article', async () => {
    const { ctx } = await office.newShop()
    const other = await office.newShop()
    const make = factories(office.sql())
    const category = String(await make.category(other.merchant.id))
    const article = String(await make.article(other.merchant.id, 'A-1'))
    const past = draftOf({ validFrom: '2020-01-01', validTo: '2020-01-31' })
    expect(await fault(createDiscount(ctx, past, false))).toBe('valid_to_past validTo')
    const onCategory = draftOf({ scope: 'category', articleCategoryId: category })
    expect(await fault(createDiscount(ctx, onCategory, false))).toBe('category_unknown articleCategoryId')
    const onArticle = draftOf({ scope: 'article', articleId: article })
    expect(await fault(createDiscount(ctx, onArticle, false))).toBe('article_unknown articleId')
    expect((await listDiscounts(ctx, discountFilterOf({}))).discounts).toEqual([])
    expect((await showDiscount(other.ctx, (await createDiscount(other.ctx, onArticle, false)).id)).articleSku).toBe(
      'A-1',
    )
  })
})

/** What the table of states says, spelt out: a change of it has to be meant. */
const moves: Record<DiscountStatus, Record<DiscountMove, DiscountStatus | 'move_impossible'>> = {
  draft: { publish: 'published', pause: 'move_impossible', end: 'ended' },
  published: { publish: 'move_impossible', pause: 'paused', end: 'ended' },
  paused: { publish: 'published', pause: 'move_impossible', end: 'ended' },
  ended: { publish: 'move_impossible', pause: 'move_impossible', end: 'move_impossible' },
}

describe('a move', () => {
  const all = discountStatuses.flatMap((status) =>
    (['publish', 'pause', 'end'] as const).map((move) => [status, move] as const),
  )

  it.each(all)('of one that is %s: %s', async (status, move) => {
    const { merchant, ctx } = await office.newShop()
    const id = await factories(office.sql()).discount(merchant.id, { status })
    const expected = moves[status][move]
    const came = await fault(moveDiscount(ctx, move, { id, version: 1 }))
    expect(came).toBe(expected === 'move_impossible' ? 'move_impossible' : 'done')
    expect(await rowOf(id)).toMatchObject(
      expected === 'move_impossible' ? { status, version: 1 } : { status: expected, version: 2 },
    )
    const verbs = { publish: 'discount.published', pause: 'discount.paused', end: 'discount.ended' }
    const events = (await office.eventsOf(merchant.id)).map(({ action, details }) => ({ action, details }))
    expect(events).toEqual(
      expected === 'move_impossible' ? [] : [{ action: verbs[move], details: { name: '10 %', from: status } }],
    )
    expect((discountTransitions[status] as Record<string, string>)[move] ?? 'move_impossible').toBe(expected)
  })

  it('publishes neither what is over nor an older version than was read', async () => {
    const { merchant, ctx } = await office.newShop()
    const make = factories(office.sql())
    const over = await make.discount(merchant.id, {
      status: 'draft',
      validFrom: new Date('2020-01-01'),
      validTo: new Date('2020-02-01'),
    })
    expect(await fault(moveDiscount(ctx, 'publish', { id: over, version: 1 }))).toBe('over')
    const { id } = await createDiscount(ctx, draftOf(), false)
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ value: '90' }))
    expect(await fault(moveDiscount(ctx, 'publish', { id, version: 1 }))).toBe('changed_meanwhile')
    expect((await rowOf(id))?.status).toBe('draft')
    // To stop it, nobody has to look first.
    expect(await fault(moveDiscount(ctx, 'end', { id, version: 1 }))).toBe('done')
  })
})

describe('a change', () => {
  it('is of what was read: who comes second is told by whom and overwrites nothing', async () => {
    const { merchant, member, ctx } = await office.newShop()
    const colleague = await office.newColleague(merchant.id)
    const { id } = await createDiscount(ctx, draftOf(), false)
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ value: '12' }))
    const late = changeDiscount(colleague.ctx, { id, version: 1 }, draftOf({ value: '15' }))
    await expect(late).rejects.toMatchObject({
      code: 'changed_meanwhile',
      values: { by: member.name, version: 2, at: expect.any(String) },
    })
    expect(await rowOf(id)).toMatchObject({ discount_value: '12.00', version: 2 })
    await changeDiscount(colleague.ctx, { id, version: 2 }, draftOf({ value: '15' }))
    expect(await rowOf(id)).toMatchObject({ discount_value: '15.00', version: 3 })
  })

  it('says in the trail what each field was and is, and nothing when nothing changed', async () => {
    const { merchant, ctx } = await office.newShop()
    const { id } = await createDiscount(ctx, draftOf({ usesTotal: '100' }), false)
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ usesTotal: '100' }))
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ value: '12.5', budget: '5,000', validTo: '2097-01-01' }))
    const [, changed, ...more] = await office.eventsOf(merchant.id)
    expect(more).toEqual([])
    expect(changesOf(changed?.details)).toEqual([
      { field: 'discountValue', from: '10.00', to: '12.50' },
      { field: 'validTo', from: '2099-01-01T04:00:00.000Z', to: '2097-01-02T04:00:00.000Z' },
      { field: 'usesTotal', from: '100', to: null },
      { field: 'budget', from: null, to: '5000.00' },
    ])
  })

  it('of one that was published leaves its type and scope as companies granted them (ADR-0013)', async () => {
    const { merchant, ctx } = await office.newShop()
    const category = String(await factories(office.sql()).category(merchant.id))
    const { id } = await createDiscount(ctx, draftOf(), true)
    for (const status of ['published', 'paused'] as const) {
      if (status === 'paused') await moveDiscount(ctx, 'pause', { id, version: 1 })
      const seen = await versionOf(ctx, id)
      expect(await fault(changeDiscount(ctx, seen, draftOf({ discountType: 'AMT' })))).toBe(
        'fixed_after_publication discountType',
      )
      const onCategory = draftOf({ scope: 'category', articleCategoryId: category })
      expect(await fault(changeDiscount(ctx, seen, onCategory))).toBe('fixed_after_publication scope')
    }
    const seen = await versionOf(ctx, id)
    expect(await fault(changeDiscount(ctx, seen, draftOf({ value: '25', name: 'Veinticinco' })))).toBe('done')
    await moveDiscount(ctx, 'end', seen)
    expect(await fault(changeDiscount(ctx, await versionOf(ctx, id), draftOf()))).toBe('ended')
  })

  it('of a draft may change anything', async () => {
    const { merchant, ctx } = await office.newShop()
    const article = String(await factories(office.sql()).article(merchant.id, 'A-1'))
    const { id } = await createDiscount(ctx, draftOf(), false)
    const draft = draftOf({ discountType: 'AMT', value: '50', scope: 'article', articleId: article })
    await changeDiscount(ctx, { id, version: 1 }, draft)
    expect(await rowOf(id)).toMatchObject({ discount_type: 'AMT', scope: 'article', article_id: Number(article) })
  })

  it('keeps the instants that a network file set within a day, unless the day changes', async () => {
    const { merchant, ctx } = await office.newShop()
    const id = await factories(office.sql()).discount(merchant.id, {
      status: 'draft',
      validFrom: new Date('2026-01-01T12:30:00Z'),
      validTo: new Date('2098-06-15T22:00:00Z'),
    })
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ validFrom: '2026-01-01', validTo: '2098-06-15' }))
    expect(await rowOf(id)).toMatchObject({
      valid_from: new Date('2026-01-01T12:30:00Z'),
      valid_to: new Date('2098-06-15T22:00:00Z'),
    })
    await changeDiscount(ctx, { id, version: 2 }, draftOf({ validFrom: '2026-01-01', validTo: '2098-06-16' }))
    expect((await rowOf(id))?.valid_to).toEqual(new Date('2098-06-17T04:00:00Z'))
  })

  it('says how many active authorizations hold the old terms, and changes none of them (D40)', async () => {
    const { merchant, ctx } = await office.newShop()
    await factories(office.sql()).identificationTypes()
    const { id } = await createDiscount(ctx, draftOf({ usesTotal: '10', budget: '1000' }), true)
    await reserve(merchant.id, id, { code: `V-${id}` })
    await reserve(merchant.id, id, { code: `O-${id}`, expiresIn: '-1 minute' })
    const shown = await showDiscount(ctx, id)
    expect(shown.activeAuthorizations).toBe(1)
    // What is overdue counts against no limit, marked or not (D35).
    expect(shown.usesOfTotal).toEqual({ used: 1n, limit: 10n })
    expect(shown.amountOfBudget).toEqual({ used: 10_000n, limit: 100_000n })
    const rows = () => office.sql()`select * from authorizations where merchant_id = ${merchant.id} order by id`
    const before = await rows()
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ value: '50', usesTotal: '1', budget: '0.01' }))
    expect(await rows()).toEqual(before)
    expect((await showDiscount(ctx, id)).usesOfTotal).toEqual({ used: 1n, limit: 1n })
    expect((await showDiscount(ctx, id)).amountOfBudget).toEqual({ used: 10_000n, limit: 1n })
  })
})

describe('the form of one without limits', () => {
  it('knows what a limit would count from its first moment: consumed as paid, active as reserved (D40, D43)', async () => {
    const { merchant, ctx } = await office.newShop()
    await factories(office.sql()).identificationTypes()
    const { id } = await createDiscount(ctx, draftOf(), true)
    expect((await showDiscountToChange(ctx, id)).soFar).toEqual({ uses: 0, amountCents: 0n })
    for (const [code, expiresIn] of Object.entries({
      N: '15 minutes',
      O: '-1 minute',
      P: '10 minutes',
      R: '5 minutes',
    })) {
      await reserve(merchant.id, id, { code: `${code}-${id}`, expiresIn })
    }
    await office.sql()`update authorizations set status = 'Released', ended_at = now() where code = ${`R-${id}`}`
    await office.sql()`with paid as (update authorizations set status = 'Consumed', ended_at = now()
        where code = ${`P-${id}`} returning *)
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, consumption_date)
      select merchant_id, code, id, reference, discount_id, company_id, collaborator_id, api_key_id, 500, 49.99, 450.01, now() from paid`
    const { soFar } = await showDiscountToChange(ctx, id)
    expect(soFar).toEqual({ uses: 2, amountCents: 14_999n })
    await changeDiscount(ctx, { id, version: 1 }, draftOf({ usesTotal: '1', budget: '1' }))
    const limited = await showDiscountToChange(ctx, id)
    expect(limited.usesOfTotal?.used).toBe(BigInt(soFar.uses))
    expect(limited.amountOfBudget?.used).toBe(soFar.amountCents)
    expect(limited.soFar).toEqual(soFar)
  })
})

describe('a duplicate', () => {
  it('is a draft of the same terms that nobody grants, whatever became of the other', async () => {
    const { merchant, ctx } = await office.newShop()
    const make = factories(office.sql())
    const company = await make.company()
    await make.affiliation(company.id, merchant.id)
    const { id } = await createDiscount(ctx, draftOf({ usesTotal: '5', budget: '99.50', maximumDiscount: '40' }), true)
    await make.grant(company.id, merchant.id, id)
    await moveDiscount(ctx, 'end', { id, version: 1 })
    const copy = await duplicateDiscount(ctx, id, (name) => `Copia de ${name}`)
    const { id: _a, name, status, version, created_at: _b, ...terms } = (await rowOf(copy.id)) ?? {}
    const { id: _c, name: _d, status: _e, version: _f, created_at: _g, ...source } = (await rowOf(id)) ?? {}
    expect(terms).toEqual(source)
    expect([name, status, version]).toEqual(['Copia de Diez por ciento', 'draft', 1])
    expect((await showDiscount(ctx, copy.id)).grants).toEqual([])
    const last = (await office.eventsOf(merchant.id)).at(-1)
    expect(last).toMatchObject({ action: 'discount.duplicated', subject: `discount ${copy.id}`, details: { from: id } })
  })

  it('of one that is over begins today and is as long', async () => {
    const { merchant, ctx } = await office.newShop()
    const id = await factories(office.sql()).discount(merchant.id, {
      validFrom: new Date('2020-01-01T04:00:00Z'),
      validTo: new Date('2020-01-11T04:00:00Z'),
    })
    const noon = { ...ctx, now: () => new Date('2026-11-21T16:00:00Z') }
    const copy = await duplicateDiscount(noon, id, (name) => name.padEnd(300, 'x'))
    const row = await rowOf(copy.id)
    expect([row?.valid_from, row?.valid_to]).toEqual([
      new Date('2026-11-21T04:00:00Z'),
      new Date('2026-12-01T04:00:00Z'),
    ])
    expect(row?.name).toHaveLength(200)
  })
})

describe('who may not', () => {
  it('is refused each verb, and the attempt stands in the trail', async () => {
    const { merchant, member, ctx } = await office.newShop()
    const { id } = await createDiscount(ctx, draftOf(), false)
    const others = await office.newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    const seen = { id, version: 1 }
    const attempts = [
      () => createDiscount(others.ctx, draftOf(), true),
      () => changeDiscount(others.ctx, seen, draftOf({ value: '99' })),
      () => moveDiscount(others.ctx, 'publish', seen),
      () => moveDiscount(others.ctx, 'end', seen),
      () => duplicateDiscount(others.ctx, id, (name) => name),
      () => showDiscount(others.ctx, id),
      () => listDiscounts(others.ctx, discountFilterOf({})),
      () => findTargets(others.ctx, 'article', ''),
    ]
    for (const attempt of attempts) expect(await fault(attempt())).toBe('permission_missing')
    const denied = (await office.eventsOf(merchant.id)).filter(({ outcome }) => outcome === 'denied')
    expect(denied).toHaveLength(attempts.length)
    // Taken a moment ago, while a page of theirs is open (P-08).
    await office.sql()`update merchant_memberships set permissions = '{}' where user_id = ${member.id}`
    expect(await fault(moveDiscount(ctx, 'publish', seen))).toBe('permission_missing')
    expect(await rowOf(id)).toMatchObject({ status: 'draft', version: 1 })
  })

  it('finds nothing of another merchant', async () => {
    const { ctx } = await office.newShop()
    const other = await office.newShop()
    const { id } = await createDiscount(other.ctx, draftOf(), true)
    const seen = { id, version: 1 }
    for (const attempt of [
      () => showDiscount(ctx, id),
      () => changeDiscount(ctx, seen, draftOf()),
      () => moveDiscount(ctx, 'pause', seen),
      () => duplicateDiscount(ctx, id, (name) => name),
    ]) {
      expect(await fault(attempt())).toBe('not_found')
    }
    expect(await rowOf(id)).toMatchObject({ status: 'published', version: 1 })
  })
})

describe('the list', () => {
  it('shows each in the state that its dates make of it, and each filter those alone (D22)', async () => {
    const { merchant, ctx } = await office.newShop()
    const make = factories(office.sql())
    const past = { validFrom: new Date('2020-01-01'), validTo: new Date('2020-02-01') }
    const future = { validFrom: new Date('2090-01-01'), validTo: new Date('2090-02-01') }
    const made = [
      ['draft', await make.discount(merchant.id, { status: 'draft', ...past })],
      ['scheduled', await make.discount(merchant.id, { status: 'published', ...future })],
      ['published', await make.discount(merchant.id, { status: 'published' })],
      ['expired', await make.discount(merchant.id, { status: 'published', ...past })],
      ['expired', await make.discount(merchant.id, { status: 'paused', ...past })],
      ['paused', await make.discount(merchant.id, { status: 'paused', ...future })],
      ['ended', await make.discount(merchant.id, { status: 'ended', ...future })],
    ] as const
    const { discounts } = await listDiscounts(ctx, discountFilterOf({}))
    expect(discounts.map(({ id, shownStatus }) => [shownStatus, id])).toEqual(made.toReversed())
    for (const status of new Set(made.map(([status]) => status))) {
      const filtered = await listDiscounts(ctx, discountFilterOf({ status }))
      expect(filtered.discounts.map(({ id }) => id)).toEqual(
        made
          .filter(([one]) => one === status)
          .map(([, id]) => id)
          .toReversed(),
      )
    }
  })

  it('is searched by a part of the name, in which % and _ are themselves, and turned by key', async () => {
    const { ctx } = await office.newShop()
    for (const name of ['Martes 2x1', '50% de agosto', 'a_b']) await createDiscount(ctx, draftOf({ name }), false)
    const names = async (q: string) =>
      (await listDiscounts(ctx, discountFilterOf({ q }))).discounts.map(({ name }) => name)
    expect(await names('martes')).toEqual(['Martes 2x1'])
    expect(await names('0%')).toEqual(['50% de agosto'])
    expect(await names('a_b')).toEqual(['a_b'])
    expect(await names('nada')).toEqual([])
    await office.sql()`insert into discounts (merchant_id, name, description, discount_type, discount_value, scope, valid_from, valid_to)
      select merchant_id, 'Serie ' || n, 'd', 'PCT', 10, 'store', valid_from, valid_to from generate_series(1, 120) n,
        (select * from discounts where merchant_id = ${ctx.member.merchantId} limit 1) d`
    const seen: string[] = []
    let place: Record<string, string> = {}
    for (let page = 0; page < 3; page++) {
      const { discounts, olderThan } = await listDiscounts(ctx, discountFilterOf({ q: 'Serie', ...place }))
      seen.push(...discounts.map(({ name }) => name))
      place = { before: String(olderThan) }
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `Serie ${120 - n}`))
  })

  it('says how many companies grant each, and the page of one which, to whom', async () => {
    const { merchant, ctx } = await office.newShop()
    const make = factories(office.sql())
    const { id } = await createDiscount(ctx, draftOf(), true)
    const [team, types] = [await make.company(), await make.company()]
    for (const company of [team, types]) await make.affiliation(company.id, merchant.id)
    await make.grant(team.id, merchant.id, id)
    const two = [await make.collaboratorType(types.id), await make.collaboratorType(types.id)]
    for (const type of two) await make.grant(types.id, merchant.id, id, type)
    expect((await listDiscounts(ctx, discountFilterOf({}))).discounts[0]?.companies).toBe(2)
    const { grants } = await showDiscount(ctx, id)
    expect(grants.map(({ id, types }) => [id, types.length]).toSorted()).toEqual(
      [
        [team.id, 0],
        [types.id, 2],
      ].toSorted(),
    )
  })
})

describe('the choice of what a discount is on', () => {
  it('finds an article by SKU or name among 50,000, the exact SKU first', async () => {
    const { merchant, ctx } = await office.newShop()
    await office.sql()`insert into articles (merchant_id, sku, name)
      select ${merchant.id}, 'SKU-' || n, 'Artículo ' || n from generate_series(1, 50000) n`
    const found = await findTargets(ctx, 'article', 'sku-77')
    expect(found[0]?.sku).toBe('SKU-77')
    expect(found).toHaveLength(20)
    expect((await findTargets(ctx, 'article', 'artículo 4999')).map(({ name }) => name)).toContain('Artículo 4999')
    expect(await findTargets(ctx, 'article', '50%')).toEqual([])
    expect((await findTargets(ctx, 'article', '')).length).toBe(20)
  })

  it('finds a category with how many articles it has', async () => {
    const { merchant, ctx } = await office.newShop()
    const make = factories(office.sql())
    const category = await make.category(merchant.id)
    await make.article(merchant.id, 'A-1', category)
    expect(await findTargets(ctx, 'category', 'bebi')).toEqual([
      { id: category, sku: undefined, name: 'Bebidas', articles: 1 },
    ])
  })
})
