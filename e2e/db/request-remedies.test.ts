import { describe, expect, it } from 'vitest'
import { findRemedies } from '@/lib/requests/find-remedies'
import type { RequestPageView } from '@/lib/requests/show-request'
import { factories } from '../fixtures/factories'
import { startOffice } from './office'
import { newTenant } from './tenants/tenant'

/** Issue 12, 5: beside why a call failed stands what to do, with what the merchant's own rows say. */

const { sql, newShop, newColleague } = startOffice()

const failed = (code: string, changed: Partial<RequestPageView>): RequestPageView => ({
  ...{ id: '', occurredAt: new Date(), operation: 'applyDiscount', status: 400, replayed: false, durationMs: 1 },
  ...{ requestId: 'req', reference: null, address: null, credential: { kind: 'api_key', id: 1 } },
  ...{ credentialName: 'POS', details: {} },
  code,
  ...changed,
})

const sent = (input: NonNullable<RequestPageView['details']['input']>) => ({ details: { input } })

describe('what to do about a call that failed', () => {
  it('names the branch, the discount and the articles as they are now', async () => {
    const { ctx, merchant } = await newShop()
    const make = factories(sql())
    const branchId = await make.branch(merchant.id, false)
    await sql()`update branches set name = 'Baní' where id = ${branchId}`
    const ofBranch = failed('branch_invalid', sent({ branchId }))
    expect(await findRemedies(ctx, ofBranch)).toMatchObject([
      { text: 'branchInactive', values: { id: branchId, name: 'Baní' } },
    ])
    await sql()`update branches set active = true where id = ${branchId}`
    expect(await findRemedies(ctx, ofBranch)).toMatchObject([{ text: 'branchActive' }])

    const categoryId = await make.category(merchant.id)
    await make.article(merchant.id, 'PAN-1')
    const discountId = await make.discount(merchant.id, { scope: { category: categoryId } })
    const items = [{ sku: 'PAN-1' }, { sku: 'PAN-2' }]
    const ofItems = failed('no_applicable_items', sent({ merchantDiscountId: discountId, items }))
    expect(await findRemedies(ctx, ofItems)).toMatchObject([
      { text: 'skusUnknown', values: { skus: 'PAN-2' }, link: { href: '/portal/catalog?q=PAN-2' } },
      { text: 'itemsTarget', values: { target: 'Bebidas' }, link: { href: `/portal/discounts/${discountId}` } },
    ])
    for (const [status, text] of [
      ['paused', 'discountPaused'],
      ['draft', 'discountDraft'],
      ['ended', 'discountEnded'],
    ] as const) {
      await sql()`update discounts set status = ${status} where id = ${discountId}`
      const ofDiscount = failed('discount_not_available', sent({ merchantDiscountId: discountId }))
      expect(await findRemedies(ctx, ofDiscount)).toMatchObject([{ text }])
    }
  })

  it('names the sale behind a code, a reference and an Idempotency-Key', async () => {
    const mine = await newTenant(sql())
    const { ctx } = await newColleague(mine.merchantId)
    const sale = { label: 'sale', href: `/portal/consumptions/${mine.consumptionCode}` }
    const inUse = failed('reference_in_use', { reference: mine.activeReference })
    expect(await findRemedies(ctx, inUse)).toMatchObject([{ text: 'referenceActive' }])
    await sql()`update authorizations set expires_at = now() - interval '1 second', authorized_at = now() - interval '1 hour'
      where id = ${mine.activeAuthorizationId} and merchant_id = ${mine.merchantId}`
    expect(await findRemedies(ctx, inUse)).toMatchObject([{ text: 'referenceFree' }])
    const used = failed('authorization_already_used', { reference: mine.reference })
    expect(await findRemedies(ctx, used)).toMatchObject([{ text: 'alreadyConsumed', link: sale }])
    const again = failed('idempotency_key_reused', { details: { idempotencyKey: mine.idempotencyKey } })
    expect(await findRemedies(ctx, again)).toMatchObject([
      { text: 'keyOfSale', values: { reference: mine.reference }, link: sale },
    ])
  })

  it('knows what a credential lacks and when it ended', async () => {
    const { ctx, merchant } = await newShop()
    const { id } = await factories(sql()).oauthClient(merchant.id)
    const credential = { kind: 'oauth_client', id } as const
    const problems = [{ problem: 'permission', values: { permission: 'core.consumptions.read' } }]
    await sql()`update oauth_clients set permissions = '{core.integrations}' where id = ${id}`
    const denied = failed('permission_missing', { credential, details: { problems } })
    expect(await findRemedies(ctx, denied)).toMatchObject([{ text: 'permissionLacking' }])
    await sql()`update oauth_clients set permissions = '{core.integrations,core.consumptions.read}' where id = ${id}`
    expect(await findRemedies(ctx, denied)).toMatchObject([{ text: 'tokenNarrow' }])
    expect(await findRemedies(ctx, failed('invalid_scope', { credential }))).toMatchObject([
      { text: 'scopeOf', values: { permissions: 'core.integrations core.consumptions.read' } },
    ])
  })

  it('is told to who may see the calls alone', async () => {
    const { ctx } = await newShop(['merchant.catalog.manage'])
    await expect(findRemedies(ctx, failed('branch_invalid', {}))).rejects.toMatchObject({ code: 'permission_missing' })
  })
})
