import { listIdentificationTypesOfNetwork } from '@/db/queries/offices/identification-types'
import {
  countPrivacyCases,
  findPrivacyCase,
  listPeopleOfCase,
  listPrivacyCases,
  listRectifications,
} from '@/db/queries/offices/privacy-cases'
import { attemptView } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { localDayOf } from '@/lib/language/days'
import { addWorkingDays, type CasesFilter, standingOf } from './cases'
import { privacyPermission } from './permission'

type Reader = OperatorContext & { readonly now: () => Date }

/** A page of the cases, with how each stands, and how many are open. Throws `permission_missing`. */
export async function listCases(ctx: Reader, { state, sort, size, before, after }: CasesFilter) {
  const [records, counts] = [
    await listPrivacyCases(ctx.db, {
      ...{ state: state === 'all' ? undefined : state, descending: sort === '-due', limit: size + 1, before, after },
    }),
    await countOpenCases(ctx),
  ]
  const today = localDayOf(ctx.now())
  const { page, previous, next } = pageOf(records, size, { after, before })
  return {
    cases: page.map((one) => ({ ...one, standing: standingOf(one, today) })),
    counts,
    before: previous?.id,
    after: next?.id,
  }
}

export type CaseRow = Awaited<ReturnType<typeof listCases>>['cases'][number]

/** How many cases are open, overdue and due soon. Throws `permission_missing`. */
export async function countOpenCases({ db, member, now }: Reader) {
  requirePermission(member, privacyPermission)
  const today = localDayOf(now())
  return countPrivacyCases(db, { today, soon: addWorkingDays(today, 1) })
}

/** A case, whom it is about, and what their companies were asked to correct. Throws `permission_missing`, `not_found`. */
export const showCase = (ctx: Reader, caseId: number) => {
  const subject = { type: 'privacy_case', id: caseId } as const
  return attemptView(ctx, { permission: privacyPermission, action: 'privacy_case.seen', subject }, async () => {
    const found = await findPrivacyCase(ctx.db, caseId)
    if (!found) throw new OfficeFault('not_found')
    const [people, rectifications] = [await listPeopleOfCase(ctx.db, caseId), await listRectifications(ctx.db, caseId)]
    return { ...found, standing: standingOf(found, localDayOf(ctx.now())), people, rectifications }
  })
}

/** The kinds of identification by which a person can be searched, retired ones too. Throws `permission_missing`. */
export async function listSearchedTypes({ db, member }: OperatorContext) {
  requirePermission(member, privacyPermission)
  return listIdentificationTypesOfNetwork(db)
}

export type ShownCase = Awaited<ReturnType<typeof showCase>>
