'use server'

import { redirect } from 'next/navigation'
import * as z from 'zod'
import { discountDraft, newDiscountDraft, seenDiscount } from '@/lib/discounts/draft'
import { discountsHome } from '@/lib/discounts/filter'
import { duplicateDiscount, moveDiscount } from '@/lib/discounts/move-discount'
import { changeDiscount, createDiscount } from '@/lib/discounts/save-discount'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { withDoerInWords } from '../doer-in-words'

const { discounts } = merchantSections

const newDiscount = newDiscountDraft.safeExtend({ publish: z.enum(['yes', '']).catch('') })

export const createDiscountAction = officeAction(
  discounts,
  newDiscount,
  async (ctx, { publish, ...draft }): Promise<never> => {
    const { id } = await createDiscount(ctx, draft, publish === 'yes')
    redirect(`${discountsHome}/${id}?done=${publish === 'yes' ? 'published' : 'created'}`)
  },
)

export const changeDiscountAction = officeAction(
  discounts,
  discountDraft.safeExtend(seenDiscount.shape),
  async (ctx, { id, version, ...draft }): Promise<never> => {
    await withDoerInWords(() => changeDiscount(ctx, { id, version }, draft))
    redirect(`${discountsHome}/${id}?done=changed`)
  },
)

export const duplicateDiscountAction = officeAction(
  discounts,
  z.object({ id: seenDiscount.shape.id }),
  async (ctx, { id }): Promise<never> => {
    const t = await translations('discounts')
    const copy = await duplicateDiscount(ctx, id, (name) => t('duplicate.copyOf', { name }))
    redirect(`${discountsHome}/${copy.id}/edit?done=duplicated`)
  },
)

export const publishDiscountAction = officeAction(discounts, seenDiscount, (ctx, seen) =>
  withDoerInWords(() => moveDiscount(ctx, 'publish', seen)),
)

export const pauseDiscountAction = officeAction(discounts, seenDiscount, (ctx, seen) =>
  moveDiscount(ctx, 'pause', seen),
)

export const endDiscountAction = officeAction(discounts, seenDiscount, (ctx, seen) => moveDiscount(ctx, 'end', seen))
