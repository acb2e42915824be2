'use server'

import { revalidatePath } from 'next/cache'
import { approve, refuseApproval, withdrawApproval } from '@/lib/approvals/decide-approval'
import { setFourEyesOff, setFourEyesOn } from '@/lib/approvals/four-eyes'
import { chosenApproval, endedApproval, switchedFourEyes } from '@/lib/approvals/kinds'
import { operatorAction, operatorOffice } from '@/lib/web/operator-office'

/** Each verb asks for the permission of what it decides, so that a denial is recorded as what was tried. */
const anyMember = { office: operatorOffice, permissions: [] }

async function shown(done: Promise<void>): Promise<undefined> {
  await done
  revalidatePath('/operator', 'layout')
}

export const approveAction = operatorAction(anyMember, chosenApproval, (ctx, chosen) => shown(approve(ctx, chosen)))

export const refuseAction = operatorAction(anyMember, endedApproval, (ctx, ended) => shown(refuseApproval(ctx, ended)))

export const withdrawApprovalAction = operatorAction(anyMember, endedApproval, (ctx, ended) =>
  shown(withdrawApproval(ctx, ended)),
)

export const switchFourEyesAction = operatorAction(anyMember, switchedFourEyes, (ctx, asked) =>
  shown(asked.to === 'on' ? setFourEyesOn(ctx) : setFourEyesOff(ctx, asked)),
)
