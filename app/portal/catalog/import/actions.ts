'use server'

import { revalidatePath } from 'next/cache'
import { importChosen, importConfirmed } from '@/lib/catalog/drafts'
import { dropArticles } from '@/lib/catalog/upload-articles'
import type { Counts } from '@/lib/imports/fingerprint'
import { officeAction } from '@/lib/web/action'
import { withFile } from '@/lib/web/file-pools'
import { merchantSections } from '@/lib/web/merchant-office'

const { catalog } = merchantSections

const shownAnew = () => revalidatePath('/portal/catalog', 'layout')

export const confirmImportAction = officeAction(
  catalog,
  importConfirmed,
  async (ctx, { importId: id, seen }): Promise<Counts> => {
    const counts = await withFile('confirmArticles', ctx, { id, seen })
    shownAnew()
    return counts
  },
)

export const dropImportAction = officeAction(catalog, importChosen, async (ctx, { importId }): Promise<undefined> => {
  await dropArticles(ctx, importId)
  shownAnew()
})
