import { runChosen } from '@/lib/certification/drafts'
import { stampOfRun } from '@/lib/certification/show-run'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'

/** Whether a run has changed, for a page that follows it. */
export const POST = officeCall(merchantSections.certification, runChosen, stampOfRun)
