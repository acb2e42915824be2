import { Receipt } from 'lucide-react'
import type { Metadata } from 'next'
import { PageTurns } from '@/app/_components/list/page-turns'
import { Link } from '@/components/ui/link'
import { Amount, EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { historyPath, historyRangeOf } from '@/lib/me/history'
import { listHistory, type UseView } from '@/lib/me/list-own'
import { requireCollaborator } from '@/lib/web/collaborator'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { OwnHead } from '../_components/own-head'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('me'))('history') })

/** What the collaborator has used, newest first. */
export default async function HistoryPage({ searchParams }: { searchParams: SearchParams }) {
  const ctx = await requireCollaborator()
  const t = await translations('me')
  const range = historyRangeOf(await searchParams)
  const { uses, count, savedCents, older } = await listHistory(ctx, range)
  const { amount } = await pageFormats()
  return (
    <>
      <OwnHead collaborator={ctx.collaborator} here="/me/history" />
      {count === 0 ? (
        <EmptyState icon={<Receipt aria-hidden />} title={t('unusedTitle')}>
          {t('unusedText')}
        </EmptyState>
      ) : (
        <>
          <p className="rounded-lg bg-accent-soft px-4 py-3 text-ink">
            {t('saved', { count })}{' '}
            <strong className="whitespace-nowrap tabular-nums">{amount(Number(savedCents))}</strong>
          </p>
          {range.before === undefined ? null : (
            <p>
              <Link href={historyPath()}>{t('newest')}</Link>
            </p>
          )}
          <Uses uses={uses} />
          <PageTurns next={older && historyPath({ before: older })} />
        </>
      )}
    </>
  )
}

async function Uses({ uses }: { uses: readonly UseView[] }) {
  const t = await translations('me')
  const { amount, dateTime } = await pageFormats()
  return (
    <Table
      phone="lines"
      caption={t('history')}
      rows={uses}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'merchant',
          label: t('columns.merchant'),
          heading: true,
          cell: ({ merchantName }) => <bdi>{merchantName}</bdi>,
          below: ({ discountName }) => discountName,
        },
        {
          key: 'when',
          label: t('columns.when'),
          phone: 'below',
          cell: ({ consumptionDate }) => (
            <time dateTime={consumptionDate.toISOString()} className="whitespace-nowrap">
              {dateTime(consumptionDate)}
            </time>
          ),
          below: ({ code }) => <span className="font-mono whitespace-nowrap">{code}</span>,
        },
        {
          key: 'discount',
          label: t('columns.discount'),
          align: 'right',
          phone: 'below-end',
          cell: ({ discountCents }) => (
            <Amount text={amount(Number(discountCents))} className="font-medium text-accent" />
          ),
        },
        {
          key: 'final',
          label: t('columns.final'),
          align: 'right',
          phone: 'end',
          cell: ({ finalCents }) => <Amount text={amount(Number(finalCents))} />,
          below: ({ purchaseCents }) => t('ofPurchase', { amount: amount(Number(purchaseCents)) }),
        },
      ]}
    />
  )
}
