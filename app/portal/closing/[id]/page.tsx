import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink, ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { needsStepUp } from '@/lib/accounts/session'
import { type Consumed, closingsPage } from '@/lib/closing/closed'
import { closingPath } from '@/lib/closing/closing'
import { showClosed } from '@/lib/closing/list-closings'
import { closingsPermission } from '@/lib/closing/permission'
import { bigintId } from '@/lib/kernel/address'
import { startOfDay } from '@/lib/language/days'
import { orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { ClosedSales, SinceClosing } from '../_components/closed-sales'
import { PdfLinks } from '../_components/pdf-links'
import { Reopen } from '../_components/reopen'
import { reopenAction } from '../actions'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('closing'))('closings.title') }
}

/** A day that was closed, as it was then. */
export default async function ClosedPage({ params }: Props) {
  const access = await merchantSections.closing.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const id = bigintId.read((await params).id) ?? notFound()
  const { closed, differences, since } = await orNotFound(showClosed(ctx, id))
  const [t, { amount, number, date, dateTime }] = await Promise.all([translations('closing'), pageFormats()])
  const day = date(startOfDay(closed.day))
  const merchant = ctx.session.membership?.name ?? ''
  const { reopened, comparison } = closed
  const outcome = ({ count, discountCents }: { count: number; discountCents: bigint }) =>
    t('outcome', { count, amount: amount(discountCents) })
  const sums = [
    { key: 'day', name: t('closed.dayTotal'), sum: closed.consumed },
    ...(closed.late.count === 0
      ? []
      : [
          { key: 'late', name: t('closed.lateTotal'), sum: closed.late },
          { key: 'all', name: t('closed.allTotal'), sum: plus(closed.consumed, closed.late) },
        ]),
  ]
  return (
    <>
      <PageHeader
        above={<BackLink href={closingsPage}>{t('closed.back')}</BackLink>}
        title={t('closed.title', { day })}
        lead={
          <>
            {t('closed.about', { merchant, branch: closed.branch ?? t('noBranch') })}
            <br />
            {t('closedOn', { who: closed.closedBy, when: dateTime(closed.closedAt) })}
          </>
        }
        actions={
          <>
            <PdfLinks id={id} letter={t('closed.pdfLetter')} a4={t('closed.pdfA4')} />
            <ButtonLink href={closingPath({ day: closed.day, branch: closed.branchId ?? 'none' })}>
              {t('closed.seeDay')}
            </ButtonLink>
            {reopened === undefined && ctx.member.permissions.includes(closingsPermission) ? (
              <ClientTexts namespaces={['closing']}>
                <Reopen reopen={reopenAction} closingId={id} day={day} needsCode={needsStepUp(ctx.session)} />
              </ClientTexts>
            ) : null}
          </>
        }
      />
      {reopened === undefined ? null : (
        <Notice tone="warning" title={t('closed.reopenedTitle')}>
          {t('closed.reopenedText', { who: reopened.by, when: dateTime(reopened.at), reason: reopened.reason })}
        </Notice>
      )}
      <Section title={t('closed.summary')}>
        <Table
          caption={t('closed.summary')}
          rows={sums}
          rowKey={({ key }) => key}
          isTotal={({ key }) => key === 'all'}
          columns={[
            { key: 'name', label: t('closed.summary'), heading: true, cell: ({ name }) => name },
            { key: 'count', label: t('count'), align: 'right', cell: ({ sum }) => number(sum.count) },
            {
              key: 'purchase',
              label: t('purchase'),
              align: 'right',
              cell: ({ sum }) => <Amount text={amount(sum.purchaseCents)} />,
            },
            {
              key: 'discount',
              label: t('discount'),
              align: 'right',
              cell: ({ sum }) => <Amount text={amount(-sum.discountCents)} />,
            },
            {
              key: 'final',
              label: t('final'),
              align: 'right',
              cell: ({ sum }) => <Amount text={amount(sum.finalCents)} className="font-medium" />,
            },
          ]}
        />
      </Section>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <Section title={t('closed.authorizations')}>
          <DescriptionList
            className="rounded-lg border border-line px-4"
            items={(['authorized', 'expired', 'released', 'active'] as const).map((key) => ({
              term: t(key),
              detail: outcome(closed[key]),
            }))}
          />
        </Section>
        <Section title={t('closed.comparison')}>
          {comparison === undefined ? (
            <p className="text-sm text-muted">{t('closed.notCompared')}</p>
          ) : (
            <DescriptionList
              className="rounded-lg border border-line px-4"
              items={[
                { term: t('compare.ours'), detail: <Amount text={amount(comparison.oursCents)} /> },
                { term: t('compare.theirs'), detail: <Amount text={amount(comparison.theirsCents)} /> },
                {
                  term: t('compare.difference'),
                  detail: (
                    <Amount text={amount(comparison.oursCents - comparison.theirsCents)} className="font-medium" />
                  ),
                },
                { term: t('closed.equal'), detail: number(comparison.equal) },
                { term: t('closed.different'), detail: number(comparison.different) },
              ]}
            />
          )}
        </Section>
      </div>
      {differences.length === 0 ? null : (
        <Section title={t('closed.differences')}>
          <Table
            caption={t('closed.differences')}
            rows={differences}
            rowKey={({ reference }) => reference}
            columns={[
              {
                key: 'reference',
                label: t('reference'),
                heading: true,
                cell: ({ reference }) => <span className="break-all">{reference}</span>,
              },
              {
                key: 'ours',
                label: t('compare.ours'),
                align: 'right',
                cell: ({ oursCents }) =>
                  oursCents === null ? t('compare.missing') : <Amount text={amount(oursCents)} />,
              },
              {
                key: 'theirs',
                label: t('compare.theirs'),
                align: 'right',
                cell: ({ theirsCents }) =>
                  theirsCents === null ? t('compare.missing') : <Amount text={amount(theirsCents)} />,
              },
              {
                key: 'reason',
                label: t('close.reason'),
                cell: ({ reason, note }) => (
                  <>
                    <span className="block">{t(`reasons.${reason}`)}</span>
                    {note === null ? null : <span className="block text-xs break-words text-muted">{note}</span>}
                  </>
                ),
              },
            ]}
          />
        </Section>
      )}
      <SinceClosing since={since} />
      <ClosedSales ctx={ctx} id={id} late={closed.late.count > 0} />
    </>
  )
}

const plus = (one: Consumed, other: Consumed): Consumed => ({
  count: one.count + other.count,
  purchaseCents: one.purchaseCents + other.purchaseCents,
  discountCents: one.discountCents + other.discountCents,
  finalCents: one.finalCents + other.finalCents,
})
