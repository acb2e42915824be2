'use server'

import { revalidatePath } from 'next/cache'
import * as z from 'zod'
import { armFault, disarmFaults } from '@/lib/sandbox/arm-fault'
import { emptySandbox } from '@/lib/sandbox/empty-sandbox'
import { armingTyped, disarmingTyped } from '@/lib/sandbox/faults'
import { sandboxPage } from '@/lib/sandbox/page'
import { prepareSandbox } from '@/lib/sandbox/prepare-sandbox'
import { prepareTrial } from '@/lib/sandbox/prepare-trial'
import { trialDraft } from '@/lib/sandbox/trial'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'
import { type TriedCall, tryCall } from '@/lib/web/try-call'
import { addresses } from '../addresses'
import { sandboxContext } from './sandbox-context'

const { integrations } = merchantSections

/** What a button sends that asks for nothing. */
const nothingAsked = z.object({})

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

/** Makes one real call, with a key of the merchant's own that is kept nowhere, and shows what went over the wire. */
export const tryCallAction = officeAction(integrations, trialDraft, async (ctx, draft): Promise<TriedCall> => {
  const prepared = await prepareTrial(sandboxContext(ctx), draft)
  return tryCall(addresses().apiUrl, draft, prepared)
})

/** Lets the next calls of a credential meet a fault. */
export const armFaultAction = officeAction(integrations, armingTyped, async (ctx, { credential, ...fault }) => {
  await armFault(ctx, { ...credential, ...fault })
  revalidatePath(sandboxPage)
})

/** Takes away what is armed for a credential. */
export const disarmFaultsAction = officeAction(integrations, disarmingTyped, async (ctx, { credential }) => {
  const { disarmed } = await disarmFaults(ctx, credential)
  revalidatePath(sandboxPage)
  return { disarmed }
})
