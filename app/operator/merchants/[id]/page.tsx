import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import { needsStepUp } from '@/lib/accounts/session'
import { networkMerchantsPage } from '@/lib/network-merchants/merchants'
import { nameMerchantOfNetwork, showMerchantOfNetwork } from '@/lib/network-merchants/show-merchants'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { operatorSections } from '@/lib/web/operator-office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Affiliate } from '../../_components/affiliate'
import { ChangeTenant } from '../../_components/change-tenant'
import { EndPair } from '../../_components/end-pair'
import { LegalId } from '../../_components/legal-id'
import { Owners } from '../../_components/owners'
import { MerchantStanding } from '../_components/merchant-standing'
import { Requirements } from '../_components/requirements'
import {
  affiliateCompanyAction,
  changeMerchantAction,
  endCompanyAction,
  inviteMerchantOwnerAction,
  withdrawMerchantOwnerAction,
} from '../actions'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return titleOf((await translations('operatorMerchants'))('title'), async () => {
    const access = await operatorSections.merchants.access()
    const merchantId = idOf((await params).id)
    return access.granted && merchantId !== undefined ? nameMerchantOfNetwork(access.ctx, merchantId) : undefined
  })
}

export default async function NetworkMerchantPage({ params }: Props) {
  const access = await operatorSections.merchants.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const merchantId = idOf((await params).id) ?? notFound()
  const shown = await orNotFound(showMerchantOfNetwork(ctx, merchantId))
  const { merchant, requirements, owners, invitations, companies, doubt, sameLegalId } = shown
  const { name, legalId, createdAt, lastCallAt, credentials } = merchant
  const [t, shared, { date, moment, number }] = await Promise.all([
    translations('operatorMerchants'),
    translations('operatorTenants'),
    pageFormats(),
  ])
  const needsCode = needsStepUp(ctx.session)
  return (
    <ClientTexts namespaces={['operatorFaults']}>
      <PageHeader above={<BackLink href={networkMerchantsPage}>{t('back')}</BackLink>} title={<bdi>{name}</bdi>} />
      <MerchantStanding merchant={merchant} needsCode={needsCode} />
      <Section
        title={t('facts')}
        actions={
          <ChangeTenant
            words={{ title: t('changeTitle'), name: t('create.name') }}
            tenant={{ name, legalId }}
            entries={{ merchantId }}
            action={changeMerchantAction}
            needsCode={needsCode}
          />
        }
      >
        <DescriptionList
          items={[
            {
              term: shared('legalId'),
              detail: <LegalId legalId={legalId} doubt={doubt} same={sameLegalId} />,
            },
            { term: t('created'), detail: date(createdAt) },
            { term: t('credentials'), detail: number(credentials) },
            {
              term: t('columns.lastCall'),
              detail: lastCallAt === null ? t('noCall') : <RelativeTime moment={moment(lastCallAt)} />,
            },
          ]}
        />
      </Section>
      <Requirements requirements={requirements} />
      <Owners
        of={{ field: 'merchantId', id: merchantId }}
        owners={owners}
        invitations={invitations}
        actions={{ invite: inviteMerchantOwnerAction, withdraw: withdrawMerchantOwnerAction }}
        needsCode={needsCode}
      />
      <Section
        title={t('companies.title')}
        actions={
          <Affiliate
            words={{
              open: t('companies.affiliate.open'),
              title: t('companies.affiliate.title'),
              other: t('companies.affiliate.other'),
            }}
            entries={{ merchantId }}
            action={affiliateCompanyAction}
            needsCode={needsCode}
          />
        }
      >
        {companies.length === 0 ? (
          <p className="text-sm text-muted">{t('companies.none')}</p>
        ) : (
          <Table
            phone="lines"
            caption={t('companies.caption')}
            rows={companies}
            rowKey={({ companyId }) => companyId}
            columns={[
              {
                key: 'name',
                label: t('companies.name'),
                heading: true,
                className: 'lg:max-w-80',
                cell: ({ name: company }) => <bdi>{company}</bdi>,
                below: ({ legalId: rnc }) => (rnc === null ? null : shared('rnc', { legalId: rnc })),
              },
              {
                key: 'discounts',
                label: t('companies.discounts'),
                align: 'right',
                phone: 'below',
                phoneLabel: true,
                cell: ({ discounts }) => number(discounts),
              },
              { key: 'since', label: t('companies.since'), cell: ({ since }) => date(since) },
              {
                key: 'actions',
                label: t('companies.actions'),
                actions: true,
                cell: ({ companyId, name: company, discounts }) => (
                  <EndPair
                    pair={{ merchantId, companyId }}
                    name={company}
                    grants={discounts}
                    action={endCompanyAction}
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
