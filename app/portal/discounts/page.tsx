import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ListPage } from '@/app/_components/list/list-page'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { discountFilterOf, discountsHome, discountsPath } from '@/lib/discounts/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { DiscountList } from './_components/discount-list'

type Props = { searchParams: SearchParams }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('discounts'))('title') }
}

export default async function DiscountsPage({ searchParams }: Props) {
  const access = await merchantSections.discounts.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('discounts')
  const filter = discountFilterOf(await searchParams)
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <ButtonLink variant="primary" href={`${discountsHome}/new`} icon={<Plus aria-hidden />}>
            {t('create')}
          </ButtonLink>
        }
      />
      <Suspense fallback={<ListSkeleton rows={6} />}>
        <DiscountList
          key={discountsPath(filter)}
          ctx={ctx}
          filter={filter}
          merchant={ctx.session.membership?.name ?? ''}
        />
      </Suspense>
    </ListPage>
  )
}
