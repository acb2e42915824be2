import { Gift } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { listFirstBenefits } from '@/lib/benefits/list-benefits'
import { type CompanyMemberContext, companySections } from '@/lib/web/company-office'
import { isOpenTo } from '@/lib/web/office'
import { pageFormats, translations } from '@/lib/web/translations'
import { GrantFirst } from './grant-first'

/** Leads a company whose people receive nothing yet to its next step; nothing once it grants something. */
export async function FirstBenefits({ ctx }: { ctx: CompanyMemberContext }) {
  if (!isOpenTo(companySections.benefits, ctx.member.permissions)) return null
  const first = await listFirstBenefits(ctx)
  if (first === undefined) return null
  const t = await translations('benefits')
  const { amount, percent } = await pageFormats()
  if (first.merchants === 0) {
    return (
      <Notice tone="info" action={<ButtonLink href="/company/merchants">{t('first.affiliateAction')}</ButtonLink>}>
        {t('first.affiliate')}
      </Notice>
    )
  }
  if (first.benefits.length === 0) return <Notice tone="info">{t('first.nothing')}</Notice>
  const offered = first.benefits.map(({ merchantId, discountId, merchant, name, discountType, value }) => ({
    key: `${merchantId}-${discountId}`,
    name,
    hint: `${merchant} · ${discountType === 'PCT' ? percent(Number(value) / 10_000) : amount(value)}`,
  }))
  return (
    <ClientTexts namespaces={['benefits', 'companyFaults']}>
      <Notice tone="info" action={<GrantFirst icon={<Gift aria-hidden />} offered={offered} />}>
        {t('first.notice', { count: offered.length })}
      </Notice>
    </ClientTexts>
  )
}
