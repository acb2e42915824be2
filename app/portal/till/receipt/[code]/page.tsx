import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { DescriptionList, PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { PrintButton } from '@/components/ui/print-button'
import { showReceipt } from '@/lib/till/show-receipt'
import { orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('till'))('receiptTitle') }
}

/** A receipt for the customer, printed on a roll of 80 mm or on a sheet. */
export default async function ReceiptPage({ params }: { params: Promise<{ code: string }> }) {
  const access = await merchantSections.till.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [receipt, t, { amount, exact }] = await Promise.all([
    orNotFound(showReceipt(ctx, (await params).code)),
    translations('till'),
    pageFormats(),
  ])
  return (
    <>
      <PageHeader
        above={
          <span className="print:hidden">
            <BackLink href={merchantSections.till.href}>{t('toTill')}</BackLink>
          </span>
        }
        title={t('receiptTitle')}
        actions={<PrintButton>{t('print')}</PrintButton>}
      />
      <div className="flex max-w-sm flex-col gap-4">
        <div>
          <p className="text-base font-semibold break-words">{receipt.merchant}</p>
          {receipt.branch === null ? null : <p className="text-sm break-words text-muted">{receipt.branch}</p>}
        </div>
        <DescriptionList
          items={[
            { term: t('receiptWhen'), detail: exact(receipt.paidAt) },
            { term: t('receiptReference'), detail: <bdi className="break-all">{receipt.reference}</bdi> },
            { term: t('receiptCustomer'), detail: receipt.customer ?? t('erased') },
            { term: t('purchase'), detail: amount(receipt.purchaseCents) },
            { term: receipt.discount, detail: amount(-receipt.discountCents) },
            { term: t('receiptPaid'), detail: <strong>{amount(receipt.finalCents)}</strong> },
            { term: t('receiptServedBy'), detail: ctx.session.name },
            { term: t('receiptCode'), detail: <span className="font-mono">{receipt.code}</span> },
          ]}
        />
      </div>
    </>
  )
}
