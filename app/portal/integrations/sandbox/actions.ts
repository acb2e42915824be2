'use server'

import { revalidatePath } from 'next/cache'
import { emptySandbox } from '@/lib/sandbox/empty-sandbox'
import { nothingAsked, sandboxPage } from '@/lib/sandbox/page'
import { prepareSandbox } from '@/lib/sandbox/prepare-sandbox'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'
import { sandboxContext } from './sandbox-context'

const { integrations } = merchantSections

/** Makes what is missing of the merchant's sandbox. */
export const prepareSandboxAction = officeAction(integrations, nothingAsked, async (ctx) => {
  const prepared = await prepareSandbox(sandboxContext(ctx))
  revalidatePath(sandboxPage)
  return prepared
})

/** Releases what is reserved, and gives uses and budgets back. */
export const emptySandboxAction = officeAction(integrations, nothingAsked, async (ctx) => {
  const emptied = await emptySandbox(sandboxContext(ctx))
  revalidatePath(sandboxPage)
  return emptied
})
