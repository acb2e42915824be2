'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { discountDraft, seenDiscount } from '@/lib/discounts/draft'
import { discountsHome } from '@/lib/discounts/filter'
import { duplicateDiscount, moveDiscount } from '@/lib/discounts/move-discount'
import { changeDiscount, createDiscount } from '@/lib/discounts/save-discount'
import { memberAction } from '@/lib/web/action'
import { translations } from '@/lib/web/translations'
import { withDoerInWords } from '../doer-in-words'

const permission = 'merchant.discounts.manage'

const newDiscount = discountDraft.safeExtend({ publish: z.enum(['yes', '']).catch('') })

export const createDiscountAction = memberAction(
  { schema: newDiscount, permission },
  async (ctx, { publish, ...draft }): Promise<never> => {
    const { id } = await createDiscount(ctx, draft, publish === 'yes')
    redirect(`${discountsHome}/${id}?done=${publish === 'yes' ? 'published' : 'created'}`)
  },
)

export const changeDiscountAction = memberAction(
  { schema: discountDraft.safeExtend(seenDiscount.shape), permission },
  async (ctx, { id, version, ...draft }): Promise<never> => {
    await withDoerInWords(() => changeDiscount(ctx, { id, version }, draft))
    redirect(`${discountsHome}/${id}?done=changed`)
  },
)

export const duplicateDiscountAction = memberAction(
  { schema: z.object({ id: seenDiscount.shape.id }), permission },
  async (ctx, { id }): Promise<never> => {
    const t = await translations('discounts')
    const copy = await duplicateDiscount(ctx, id, (name) => t('duplicate.copyOf', { name }))
    redirect(`${discountsHome}/${copy.id}/edit?done=duplicated`)
  },
)

export const publishDiscountAction = memberAction({ schema: seenDiscount, permission }, (ctx, seen) =>
  withDoerInWords(() => moveDiscount(ctx, 'publish', seen)),
)

export const pauseDiscountAction = memberAction({ schema: seenDiscount, permission }, (ctx, seen) =>
  moveDiscount(ctx, 'pause', seen),
)

export const endDiscountAction = memberAction({ schema: seenDiscount, permission }, (ctx, seen) =>
  moveDiscount(ctx, 'end', seen),
)
