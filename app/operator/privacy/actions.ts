'use server'

import { revalidatePath } from 'next/cache'
import { soughtIdentification } from '@/lib/collaborators/drafts'
import { askRectification } from '@/lib/privacy/ask-rectification'
import { casePath, privacyPage } from '@/lib/privacy/cases'
import { caseChosen, caseEnd, newCase, rectification } from '@/lib/privacy/drafts'
import { answerCase, refuseCase } from '@/lib/privacy/end-case'
import { findPeople } from '@/lib/privacy/find-people'
import { openCase } from '@/lib/privacy/open-case'
import { proposeForCase } from '@/lib/privacy/propose-for-case'
import { officeService } from '@/lib/web/office-service'
import { type OperatorMemberContext, operatorAction, operatorSections } from '@/lib/web/operator-office'
import { pageFormats } from '@/lib/web/translations'
import type { Led } from '../_components/act-dialog'

const section = operatorSections.privacy

const withKeys = (ctx: OperatorMemberContext) => ({
  ...ctx,
  identificationKeys: officeService().identificationKeys,
})

/** Done, with the pages as the verb left them. */
async function shown(done: Promise<unknown>): Promise<Led> {
  await done
  revalidatePath(privacyPage, 'layout')
  return undefined
}

/** Who has that identification, which travels in the body and is in no address (D32). */
export const searchPeopleAction = operatorAction(section, soughtIdentification, async (ctx, sought) => {
  const [found, { date }] = await Promise.all([findPeople(withKeys(ctx), sought), pageFormats()])
  return found.map(({ collaboratorId, companyName, active, createdAt }) => ({
    ...{ collaboratorId, companyName, active },
    since: date(createdAt),
  }))
})

export const openCaseAction = operatorAction(section, newCase, async (ctx, draft): Promise<Led> => {
  const { caseId } = await openCase(withKeys(ctx), draft)
  revalidatePath(privacyPage, 'layout')
  return { href: casePath(caseId) }
})

export const askRectificationAction = operatorAction(section, rectification, (ctx, draft) =>
  shown(askRectification(ctx, draft)),
)

export const proposeForCaseAction = operatorAction(section, caseChosen, (ctx, chosen) =>
  shown(proposeForCase(ctx, chosen)),
)

/** That it is still the same person, before they download an export: a file asks for no code itself. */
export const confirmDownloadAction = operatorAction(section, caseChosen, () => shown(Promise.resolve()))

export const answerCaseAction = operatorAction(section, caseEnd, (ctx, draft) => shown(answerCase(ctx, draft)))

export const refuseCaseAction = operatorAction(section, caseEnd, (ctx, draft) => shown(refuseCase(ctx, draft)))
