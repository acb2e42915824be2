import { soundFields } from '../../fixtures/discount-forms'
import type { Call, Ways } from './ways'
import type { World } from './world'

const base = '/portal/discounts'

/** A discount of the owner's in that state, as it is first read. */
const inState =
  (status: 'draft' | 'published') =>
  async ({ make, sql, merchantId, text }: World) => {
    const id = await make.discount(merchantId, { status })
    await sql`update discounts set name = ${text('Descuento')} where id = ${id}`
    return { id: String(id), version: '1' }
  }

const ofDraft: Call = { on: 'foreign', fields: inState('draft') }

export const discounts: Ways = {
  pages: {
    [`${base}/new`]: { shows: false },
    [`${base}/[id]`]: { path: ({ discountId }) => `${base}/${discountId}` },
    [`${base}/[id]/edit`]: { path: ({ discountId }) => `${base}/${discountId}/edit` },
    [`${base}/targets`]: { path: () => `${base}/targets?kind=article&q=SKU` },
  },
  actions: {
    'app/portal/discounts/actions.ts': {
      createDiscountAction: { on: 'own', fields: ({ text }) => ({ ...soundFields, name: text('Descuento') }) },
      changeDiscountAction: {
        on: 'foreign',
        fields: async (own) => ({ ...soundFields, name: own.text('Descuento'), ...(await inState('draft')(own)) }),
      },
      duplicateDiscountAction: ofDraft,
      publishDiscountAction: ofDraft,
      pauseDiscountAction: { on: 'foreign', fields: inState('published') },
      endDiscountAction: ofDraft,
    },
  },
}
