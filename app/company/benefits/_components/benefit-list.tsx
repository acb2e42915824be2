import { Gift, Store } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/company/views/of-list'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { type BenefitFilter, benefitsHome, benefitsPath } from '@/lib/benefits/benefits'
import { listBenefits, listMerchants } from '@/lib/benefits/list-benefits'
import type { CompanyMemberContext } from '@/lib/web/company-office'
import { translations } from '@/lib/web/translations'
import { benefitColumns } from '../../_components/benefit-table'

export async function BenefitList({ ctx, filter }: { ctx: CompanyMemberContext; filter: BenefitFilter }) {
  const t = await translations('benefits')
  const [{ benefits, types, nextAfter, previousBefore }, merchants] = await Promise.all([
    listBenefits(ctx, filter),
    listMerchants(ctx),
  ])
  if (merchants.length === 0) {
    return (
      <EmptyState
        icon={<Store aria-hidden />}
        title={t('emptyMerchants')}
        action={<ButtonLink href="/company/merchants">{t('emptyMerchantsAction')}</ButtonLink>}
      >
        {t('emptyMerchantsText')}
      </EmptyState>
    )
  }
  const view = viewOf(filter, benefitsPath)
  const columns = await benefitColumns({ types, now: ctx.now() })
  return (
    <div className="flex flex-col gap-3">
      <FilterBar
        label={t('filters')}
        page={benefitsHome}
        address={benefitsPath(filter)}
        fields={[
          {
            kind: 'select',
            name: 'merchant',
            label: t('merchant'),
            all: t('allMerchants'),
            value: filter.merchantId === undefined ? undefined : String(filter.merchantId),
            options: merchants.map(({ merchantId, name }) => ({ value: String(merchantId), label: name })),
          },
        ]}
        tools={<ListTools views={viewsOf(ctx, 'benefits')} view={view} columns={columns} />}
      />
      {benefits.length === 0 ? (
        <NoBenefits filter={filter} />
      ) : (
        <ListTable
          view={view}
          caption={t(`caption.${filter.view}`)}
          rows={benefits}
          rowKey={({ discountId }) => discountId}
          columns={columns}
        />
      )}
      {benefits.length === 0 ? null : (
        <ListFoot
          view={view}
          previous={previousBefore === undefined ? undefined : benefitsPath(filter, { before: previousBefore })}
          next={nextAfter === undefined ? undefined : benefitsPath(filter, { after: nextAfter })}
        />
      )}
    </div>
  )
}

async function NoBenefits({ filter: { view, merchantId } }: { filter: BenefitFilter }) {
  const t = await translations('benefits')
  if (merchantId !== undefined) {
    const allHref = benefitsPath({ view, merchantId: undefined })
    return <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={allHref} />
  }
  if (view === 'available') {
    return (
      <EmptyState icon={<Gift aria-hidden />} title={t('emptyAvailable')}>
        {t('emptyAvailableText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Gift aria-hidden />}
      title={t('emptyGranted')}
      action={<ButtonLink href={`${benefitsHome}?view=available`}>{t('emptyGrantedAction')}</ButtonLink>}
    >
      {t('emptyGrantedText')}
    </EmptyState>
  )
}
