import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { discountsHome } from '@/lib/discounts/filter'
import { showDiscount } from '@/lib/discounts/show-discount'
import { textOf } from '@/lib/kernel/address'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { isOpenTo } from '@/lib/web/office'
import type { SearchParams } from '@/lib/web/search-params'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { DiscountButtons } from '../_components/discount-buttons'
import { Facts, Grants, Limits, Notices } from '../_components/discount-facts'
import { DiscountTrail } from '../_components/discount-trail'
import { targetOf } from '../_components/target'
import { StatusBadge, scopeText, worthText } from '../_components/words'

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams }

/** The discount in the address, read once for the title and the page. */
const shown = cache(async (text: string) => {
  const access = await merchantSections.discounts.access()
  if (!access.granted) return access
  const id = idOf(text) ?? notFound()
  return { ...access, id, discount: await orNotFound(showDiscount(access.ctx, id)) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('discounts'))('title'), async () => {
    const access = await shown(id)
    return access.granted ? access.discount.name : undefined
  })
}

export default async function DiscountPage({ params, searchParams }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { id, discount } = access
  const [t, formats, asked] = await Promise.all([translations('discounts'), pageFormats(), searchParams])
  const words = { t, formats }
  return (
    <ClientTexts namespaces={['discounts']}>
      <PageHeader
        above={<BackLink href={discountsHome}>{t('back')}</BackLink>}
        title={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="wrap-anywhere">{discount.name}</bdi>
            <StatusBadge words={words} status={discount.shownStatus} />
          </span>
        }
        lead={`${worthText(words, discount)} · ${scopeText(words, discount)}`}
        actions={<DiscountButtons target={targetOf(discount, discount.activeAuthorizations)} />}
      />
      <Notices words={words} discount={discount} done={textOf(asked, 'done')} />
      <Facts words={words} discount={discount} />
      <Limits
        words={words}
        discount={discount}
        consumptions={
          isOpenTo(merchantSections.consumptions, access.ctx.member.permissions)
            ? consumptionsPath({ ...consumptionsFilterOf({}), period: { kind: 'all' }, discountId: id })
            : undefined
        }
      />
      <Grants words={words} discount={discount} />
      <DiscountTrail words={words} events={discount.events} />
    </ClientTexts>
  )
}
