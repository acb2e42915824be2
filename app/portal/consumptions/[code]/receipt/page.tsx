import type { Metadata } from 'next'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { PrintButton } from '@/components/ui/print-button'
import { titleOf } from '@/lib/web/title-of'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../../../_components/missing'
import { consumptionPath, shown } from '../../shown'
import { Receipt } from '../_components/receipt'

type Props = { params: Promise<{ code: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params
  const t = await translations('consumptions')
  return titleOf(t('title'), async () => {
    const access = await shown(code)
    return access.granted ? t('receipt.title', { reference: access.view.reference }) : undefined
  })
}

export default async function ReceiptPage({ params }: Props) {
  const access = await shown((await params).code)
  if (!access.granted) return <Missing access={access} />
  const { ctx, view } = access
  const t = await translations('consumptions')
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          above={
            <BackLink href={consumptionPath(view.code)}>
              <bdi className="break-all">{view.reference}</bdi>
            </BackLink>
          }
          title={<span className="break-all">{t('receipt.title', { reference: view.reference })}</span>}
          lead={t('receipt.lead')}
          actions={<PrintButton>{t('receipt.print')}</PrintButton>}
        />
      </div>
      <Receipt merchant={ctx.session.membership?.name ?? ''} view={view} now={ctx.now()} />
    </>
  )
}
