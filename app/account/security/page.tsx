import type { Metadata } from 'next'
import { PageHeader } from '@/components/ui/layout'
import type { Session } from '@/lib/accounts/load-session'
import { countRecoveryCodes } from '@/lib/accounts/renew-recovery-codes'
import { textOf } from '@/lib/kernel/address'
import { homePath, ownPath } from '@/lib/web/own-path'
import type { SearchParams } from '@/lib/web/search-params'
import { requireUser } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { TwoStep } from './_components/two-step'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('account'))('security') })

export default async function SecurityPage({ searchParams }: { searchParams: SearchParams }) {
  const ctx = await requireUser()
  const given = await searchParams
  const t = await translations('account')
  const office = t(`offices.${officesOf(ctx.session)}`)
  const enrolled = ctx.session.twoStepEnrolled
  const asked = textOf(given, 'next') ?? (textOf(given, 'needed') === undefined ? undefined : homePath)
  const next = asked === undefined ? undefined : ownPath(asked)
  return (
    <>
      <PageHeader title={t('security')} lead={t('securityLead', { office })} />
      <TwoStep
        enrolled={enrolled}
        email={ctx.session.email}
        office={office}
        codesLeft={enrolled ? await countRecoveryCodes(ctx) : 0}
        next={next}
      />
    </>
  )
}

/** Whose offices a user may enter: what two-step verification protects is said by it. */
const officesOf = ({ membership, companyMembership, operatorMembership }: Session) => {
  if (membership) return companyMembership ? 'both' : 'merchant'
  if (companyMembership) return 'company'
  return operatorMembership ? 'operator' : 'none'
}
