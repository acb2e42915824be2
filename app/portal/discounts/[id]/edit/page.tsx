import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { discountsHome } from '@/lib/discounts/filter'
import { showDiscountToChange } from '@/lib/discounts/show-discount'
import { editableIn } from '@/lib/discounts/status'
import { textOf } from '@/lib/kernel/address'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../../_components/missing'
import { DiscountForm } from '../../_components/discount-form'
import { valuesOf } from '../../_components/form-values'
import { scopeText, worthText } from '../../_components/words'

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams }

/** The discount in the address, read once for the title and the page. */
const shown = cache(async (text: string) => {
  const access = await merchantSections.discounts.access()
  if (!access.granted) return access
  const id = idOf(text) ?? notFound()
  return { ...access, id, discount: await orNotFound(showDiscountToChange(access.ctx, id)) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id }, t] = await Promise.all([params, translations('discounts')])
  return titleOf(t('title'), async () => {
    const access = await shown(id)
    return access.granted ? t('form.editTitle', { name: access.discount.name }) : undefined
  })
}

export default async function EditDiscountPage({ params, searchParams }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { id, discount } = access
  const editable = editableIn[discount.status]
  if (editable === undefined) redirect(`${discountsHome}/${id}`)
  const [t, formats, asked] = await Promise.all([translations('discounts'), pageFormats(), searchParams])
  const { uses, amountCents } = discount.soFar
  return (
    <ClientTexts namespaces={['discounts']}>
      <PageHeader
        above={
          <BackLink href={`${discountsHome}/${id}`}>
            <bdi className="wrap-anywhere">{discount.name}</bdi>
          </BackLink>
        }
        title={t('form.editTitle', { name: discount.name })}
        {...(editable === 'terms'
          ? { lead: `${worthText({ t, formats }, discount)} · ${scopeText({ t, formats }, discount)}` }
          : {})}
      />
      {textOf(asked, 'done') === 'duplicated' ? (
        <Notice tone="good" live>
          {t('detail.duplicated')}
        </Notice>
      ) : null}
      <noscript>
        <Notice tone="warning">{t('form.needsScript')}</Notice>
      </noscript>
      <DiscountForm
        values={valuesOf(discount)}
        existing={{
          id,
          version: discount.version,
          isKindFixed: editable === 'terms',
          isLive: discount.shownStatus === 'published',
          activeAuthorizations: discount.activeAuthorizations,
          usesSoFar:
            uses === 0 && discount.usesTotal === null ? undefined : { count: uses, text: formats.number(uses) },
          amountSoFar:
            amountCents === 0n && discount.budget === null
              ? undefined
              : { cents: String(amountCents), text: formats.amount(amountCents) },
        }}
      />
    </ClientTexts>
  )
}
