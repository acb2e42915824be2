import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { needsStepUp } from '@/lib/accounts/session'
import { networkCompaniesPage } from '@/lib/network-companies/companies'
import { nameCompanyOfNetwork, showCompanyOfNetwork } from '@/lib/network-companies/show-companies'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { operatorSections } from '@/lib/web/operator-office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Affiliate } from '../../_components/affiliate'
import { ChangeTenant } from '../../_components/change-tenant'
import { EndPair } from '../../_components/end-pair'
import { LegalId } from '../../_components/legal-id'
import { Owners } from '../../_components/owners'
import {
  affiliateMerchantAction,
  changeCompanyAction,
  endMerchantAction,
  inviteCompanyOwnerAction,
  withdrawCompanyOwnerAction,
} from '../actions'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return titleOf((await translations('operatorCompanies'))('title'), async () => {
    const access = await operatorSections.companies.access()
    const companyId = idOf((await params).id)
    return access.granted && companyId !== undefined ? nameCompanyOfNetwork(access.ctx, companyId) : undefined
  })
}

export default async function NetworkCompanyPage({ params }: Props) {
  const access = await operatorSections.companies.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const companyId = idOf((await params).id) ?? notFound()
  const shown = await orNotFound(showCompanyOfNetwork(ctx, companyId))
  const { company, owners, invitations, merchants, doubt, sameLegalId } = shown
  const { name, legalId, createdAt, people } = company
  const [t, shared, { date, number }] = await Promise.all([
    translations('operatorCompanies'),
    translations('operatorTenants'),
    pageFormats(),
  ])
  const needsCode = needsStepUp(ctx.session)
  return (
    <ClientTexts namespaces={['operatorFaults']}>
      <PageHeader above={<BackLink href={networkCompaniesPage}>{t('back')}</BackLink>} title={<bdi>{name}</bdi>} />
      <Section
        title={t('facts')}
        actions={
          <ChangeTenant
            words={{ title: t('changeTitle'), name: t('create.name') }}
            tenant={{ name, legalId }}
            entries={{ companyId }}
            action={changeCompanyAction}
            needsCode={needsCode}
          />
        }
      >
        <DescriptionList
          items={[
            { term: shared('legalId'), detail: <LegalId legalId={legalId} doubt={doubt} same={sameLegalId} /> },
            { term: t('columns.created'), detail: date(createdAt) },
            { term: t('peopleActive'), detail: number(people) },
          ]}
        />
      </Section>
      <Owners
        of={{ field: 'companyId', id: companyId }}
        owners={owners}
        invitations={invitations}
        actions={{ invite: inviteCompanyOwnerAction, withdraw: withdrawCompanyOwnerAction }}
        needsCode={needsCode}
      />
      <Section
        title={t('merchants.title')}
        actions={
          <Affiliate
            words={{
              open: t('merchants.affiliate.open'),
              title: t('merchants.affiliate.title'),
              other: t('merchants.affiliate.other'),
            }}
            entries={{ companyId }}
            action={affiliateMerchantAction}
            needsCode={needsCode}
          />
        }
      >
        {merchants.length === 0 ? (
          <p className="text-sm text-muted">{t('merchants.none')}</p>
        ) : (
          <Table
            phone="lines"
            caption={t('merchants.caption')}
            rows={merchants}
            rowKey={({ merchantId }) => merchantId}
            columns={[
              {
                key: 'name',
                label: t('merchants.name'),
                heading: true,
                className: 'lg:max-w-80',
                cell: ({ name: merchant }) => <bdi>{merchant}</bdi>,
                below: ({ legalId: rnc }) => (rnc === null ? null : shared('rnc', { legalId: rnc })),
              },
              { key: 'onOffer', label: t('merchants.onOffer'), align: 'right', cell: ({ onOffer }) => number(onOffer) },
              {
                key: 'granted',
                label: t('merchants.granted'),
                align: 'right',
                phone: 'below',
                phoneLabel: true,
                cell: ({ granted }) => number(granted),
              },
              { key: 'since', label: t('merchants.since'), cell: ({ since }) => date(since) },
              {
                key: 'actions',
                label: t('merchants.actions'),
                actions: true,
                cell: ({ merchantId, name: merchant, granted }) => (
                  <EndPair
                    pair={{ merchantId, companyId }}
                    name={merchant}
                    grants={granted}
                    action={endMerchantAction}
                    needsCode={needsCode}
                  />
                ),
              },
            ]}
          />
        )}
      </Section>
    </ClientTexts>
  )
}
