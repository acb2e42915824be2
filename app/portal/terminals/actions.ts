'use server'

import { revalidatePath } from 'next/cache'
import { describeTerminal } from '@/lib/terminals/describe-terminal'
import { terminalChosen, terminalDescription, terminalMerge } from '@/lib/terminals/drafts'
import { mergeTerminals } from '@/lib/terminals/merge-terminals'
import { muteTerminal, unmuteTerminal } from '@/lib/terminals/mute-terminal'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'

export const describeTerminalAction = officeAction(
  merchantSections.terminals,
  terminalDescription,
  async (ctx, input): Promise<undefined> => {
    await describeTerminal(ctx, input)
    revalidatePath('/portal/terminals', 'layout')
  },
)

export const muteTerminalAction = officeAction(
  merchantSections.terminals,
  terminalChosen,
  async (ctx, input): Promise<undefined> => {
    await muteTerminal(ctx, input)
    revalidatePath('/portal/terminals', 'layout')
  },
)

export const unmuteTerminalAction = officeAction(
  merchantSections.terminals,
  terminalChosen,
  async (ctx, input): Promise<undefined> => {
    await unmuteTerminal(ctx, input)
    revalidatePath('/portal/terminals', 'layout')
  },
)

export const mergeTerminalsAction = officeAction(
  merchantSections.terminals,
  terminalMerge,
  async (ctx, input): Promise<undefined> => {
    await mergeTerminals(ctx, input)
    revalidatePath('/portal/terminals', 'layout')
  },
)
