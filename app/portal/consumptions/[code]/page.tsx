import { ReceiptText } from 'lucide-react'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Figures } from '@/components/ui/figures'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink, ButtonLink, Link } from '@/components/ui/link'
import { companyPath, defaultPeriod } from '@/lib/affiliations/companies'
import { credentialPath } from '@/lib/credentials/reference'
import { discountsHome } from '@/lib/discounts/filter'
import { allRequests, requestsPath } from '@/lib/requests/filter'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import type { ConsumptionView } from '@/lib/sales/consumptions/show-consumption'
import { type MerchantMemberContext, merchantSections } from '@/lib/web/merchant-office'
import { isOpenTo } from '@/lib/web/office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { receiptPath, shown } from '../shown'
import { Life } from './_components/life'
import { PurchaseItems } from './_components/purchase-items'

type Props = { params: Promise<{ code: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params
  return titleOf((await translations('consumptions'))('title'), async () => {
    const access = await shown(code)
    return access.granted ? access.view.reference : undefined
  })
}

export default async function ConsumptionPage({ params }: Props) {
  const access = await shown((await params).code)
  if (!access.granted) return <Missing access={access} />
  const { view } = access
  const [t, formats] = await Promise.all([translations('consumptions'), pageFormats()])
  return (
    <>
      <PageHeader
        above={<BackLink href={consumptionsPage}>{t('detail.back')}</BackLink>}
        title={<bdi className="break-all">{view.reference}</bdi>}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono text-ink">{view.code}</span>
            <Badge tone="good">{t(`statuses.${view.status}`)}</Badge>
            {view.isLate ? <Badge tone="warning">{t('late')}</Badge> : null}
          </span>
        }
        actions={
          <>
            <ButtonLink href={receiptPath(view.code)} icon={<ReceiptText aria-hidden />}>
              {t('receipt.open')}
            </ButtonLink>
            <CopyButton text={view.code} label={t('detail.copyCode')}>
              {t('detail.copyCode')}
            </CopyButton>
          </>
        }
      />
      <Figures
        label={t('detail.amounts')}
        figures={[
          { key: 'purchase', label: t('columns.purchaseAmount'), value: formats.amount(view.purchaseCents) },
          { key: 'discount', label: t('columns.discount'), value: formats.amount(-view.discountCents) },
          { key: 'final', label: t('columns.finalAmount'), value: formats.amount(view.finalCents) },
        ]}
      />
      <Section title={t('detail.about')}>
        <DescriptionList items={await factsOf(access.ctx, view)} />
      </Section>
      <Life view={view} />
      <Section title={t('detail.terms')} lead={t('detail.termsLead')}>
        <DescriptionList items={await termsOf(view)} />
      </Section>
      {view.items.length === 0 ? null : <PurchaseItems items={view.items} />}
    </>
  )
}

async function factsOf({ member, now }: MerchantMemberContext, view: ConsumptionView) {
  const [t, { exact }] = await Promise.all([translations('consumptions'), pageFormats()])
  const opens = (section: keyof typeof merchantSections) => isOpenTo(merchantSections[section], member.permissions)
  const linked = (name: string, href: string | undefined): ReactNode =>
    href === undefined ? (
      <bdi>{name}</bdi>
    ) : (
      <Link href={href}>
        <bdi>{name}</bdi>
      </Link>
    )
  // Calls are kept for 30 days; what members did by hand are none.
  const isByHand = view.byMember && view.authorization.byMember
  const hasCalls = opens('requests') && !isByHand && now().getTime() - view.registeredAt.getTime() < 30 * 86_400_000
  return [
    { term: t('columns.registeredAt'), detail: exact(view.registeredAt) },
    { term: t('columns.consumptionDate'), detail: exact(view.consumptionDate) },
    { term: t('columns.branch'), detail: view.branch ?? t('noBranch') },
    { term: t('columns.collaborator'), detail: view.collaborator ?? t('columns.erased') },
    {
      term: t('columns.company'),
      detail: linked(
        view.company,
        opens('companies') && view.companyId !== null ? companyPath(view.companyId, defaultPeriod) : undefined,
      ),
    },
    {
      term: t('columns.discount'),
      detail: linked(view.discount, opens('discounts') ? `${discountsHome}/${view.discountId}` : undefined),
    },
    {
      term: t(view.byMember ? 'detail.member' : 'columns.credential'),
      detail: linked(
        view.credential,
        opens('integrations') && view.registeredWith !== null ? credentialPath(view.registeredWith) : undefined,
      ),
    },
    {
      term: t('columns.authorizationCode'),
      detail: <span className="font-mono">{view.authorization.code}</span>,
    },
    ...(hasCalls
      ? [
          {
            term: t('detail.calls'),
            detail: <Link href={requestsPath({ ...allRequests, search: view.reference })}>{t('detail.seeCalls')}</Link>,
          },
        ]
      : []),
  ]
}

async function termsOf({ terms }: ConsumptionView) {
  const [t, { amount, percent }] = await Promise.all([translations('consumptions'), pageFormats()])
  const value =
    terms.type === 'PCT'
      ? t('detail.percent', { value: percent(Number(terms.value) / 10_000) })
      : t('detail.fixed', { amount: amount(terms.value) })
  return [
    { term: t('columns.discount'), detail: value },
    { term: t('detail.scope'), detail: t(`detail.scopes.${terms.scope}`) },
    {
      term: t('detail.maximum'),
      detail: terms.maximumCents === null ? t('detail.noMaximum') : amount(terms.maximumCents),
    },
    ...(terms.matchedCents === null ? [] : [{ term: t('detail.matched'), detail: amount(terms.matchedCents) }]),
  ]
}
