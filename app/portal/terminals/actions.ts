'use server'

import { revalidatePath } from 'next/cache'
import { describeTerminal } from '@/lib/terminals/describe-terminal'
import { terminalDescription } from '@/lib/terminals/drafts'
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
