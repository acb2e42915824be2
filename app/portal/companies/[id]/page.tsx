import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { companiesPage, companyPeriodOf } from '@/lib/affiliations/companies'
import { nameCompany, showCompany } from '@/lib/affiliations/list-companies'
import { affiliationPermissions } from '@/lib/affiliations/party'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { EndAffiliation } from '../../../_components/affiliations/end-affiliation'
import { Missing } from '../../../_components/missing'
import { CompanyConsumed } from '../_components/company-consumed'
import { CompanyGrants } from '../_components/company-grants'
import { endCompany } from '../actions'

type Props = {
  params: Promise<{ id: string }>
  searchParams: SearchParams
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return titleOf((await translations('companies'))('title'), async () => {
    const access = await merchantSections.companies.access()
    const companyId = idOf((await params).id)
    return access.granted && companyId !== undefined ? nameCompany(access.ctx, companyId) : undefined
  })
}

export default async function CompanyPage({ params, searchParams }: Props) {
  const access = await merchantSections.companies.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const companyId = idOf((await params).id) ?? notFound()
  const period = companyPeriodOf(await searchParams)
  const { company, grants, consumed } = await orNotFound(showCompany(ctx, { companyId, period }))
  const t = await translations('companies')
  const { date } = await pageFormats()
  const { name, legalId, since } = company
  const manages = ctx.member.permissions.includes(affiliationPermissions.merchant)
  return (
    <ClientTexts namespaces={['companies', 'affiliations']}>
      <PageHeader above={<BackLink href={companiesPage}>{t('details.back')}</BackLink>} title={<bdi>{name}</bdi>} />
      <Section title={t('details.facts')}>
        <DescriptionList
          items={[
            { term: t('details.legalId'), detail: legalId ?? t('details.noLegalId') },
            { term: t('details.since'), detail: date(since) },
          ]}
        />
      </Section>
      <CompanyGrants company={name} grants={grants} manages={manages} now={ctx.now()} />
      {consumed ? <CompanyConsumed company={company} period={period} consumed={consumed} /> : null}
      {manages ? (
        <Section
          title={t('details.dangerTitle')}
          lead={t('details.dangerText')}
          actions={
            <EndAffiliation
              side="merchant"
              other={{ id: companyId, name }}
              grants={grants.length}
              action={endCompany}
              back={companiesPage}
            />
          }
        >
          {null}
        </Section>
      ) : null}
    </ClientTexts>
  )
}
