import { Gift } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { showMerchant } from '@/lib/benefits/list-benefits'
import { companySections } from '@/lib/web/company-office'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { EndAffiliation } from '../../../_components/affiliations/end-affiliation'
import { Missing } from '../../../_components/missing'
import { BenefitTable } from '../../_components/benefit-table'
import { endMerchant } from '../actions'

const list = '/company/merchants'

type Props = { params: Promise<{ id: string }> }

/** The merchant in the address, read once for the title and the page. */
const shown = cache(async (text: string) => {
  const access = await companySections.merchants.access()
  if (!access.granted) return access
  const id = idOf(text) ?? notFound()
  return { ...access, id, view: await orNotFound(showMerchant(access.ctx, id)) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('benefits'))('merchants.title'), async () => {
    const access = await shown(id)
    return access.granted ? access.view.merchant.name : undefined
  })
}

export default async function MerchantPage({ params }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { ctx, id, view } = access
  const { merchant, benefits, types } = view
  const [t, { date }] = await Promise.all([translations('benefits'), pageFormats()])
  const { name, legalId, since } = merchant
  const facts = [legalId === null ? '' : t('merchants.legalId', { legalId }), `${t('merchants.since')}: ${date(since)}`]
  return (
    <ClientTexts namespaces={['benefits', 'companyFaults', 'affiliations']}>
      <PageHeader
        above={<BackLink href={list}>{t('merchants.back')}</BackLink>}
        title={<bdi>{name}</bdi>}
        lead={facts.filter((fact) => fact !== '').join(' · ')}
      />
      <Section title={t('merchants.discounts')}>
        {benefits.length === 0 ? (
          <EmptyState icon={<Gift aria-hidden />} title={t('merchants.noDiscounts')}>
            {t('merchants.noDiscountsText')}
          </EmptyState>
        ) : (
          <BenefitTable
            caption={t('merchants.discountsCaption', { merchant: name })}
            benefits={benefits}
            types={types}
            now={ctx.now()}
            ofOne
          />
        )}
      </Section>
      <Section
        title={t('merchants.dangerTitle')}
        lead={t('merchants.dangerText')}
        actions={
          <EndAffiliation
            side="company"
            other={{ id, name }}
            grants={merchant.granted}
            action={endMerchant}
            back={list}
          />
        }
      >
        {null}
      </Section>
    </ClientTexts>
  )
}
