import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { discountsHome } from '@/lib/discounts/filter'
import { localDayOf } from '@/lib/language/days'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { DiscountForm } from '../_components/discount-form'
import { emptyValues } from '../_components/form-values'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('discounts'))('form.newTitle') }
}

export default async function NewDiscountPage() {
  const access = await merchantSections.discounts.access()
  if (!access.granted) return <Missing access={access} />
  const t = await translations('discounts')
  return (
    <ClientTexts namespaces={['discounts']}>
      <PageHeader
        above={<BackLink href={discountsHome}>{t('back')}</BackLink>}
        title={t('form.newTitle')}
        lead={t('form.newLead')}
      />
      <noscript>
        <Notice tone="warning">{t('form.needsScript')}</Notice>
      </noscript>
      <DiscountForm values={emptyValues(localDayOf(access.ctx.now()))} />
    </ClientTexts>
  )
}
