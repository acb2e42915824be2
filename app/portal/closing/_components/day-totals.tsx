import { DescriptionList, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { type Closed, closedPath } from '@/lib/closing/closed'
import { type ClosingLine, repeatDays } from '@/lib/closing/closing'
import type { Late } from '@/lib/closing/list-closings'
import { startOfDay } from '@/lib/language/days'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = {
  total: ClosingLine
  repeats: number
  late: readonly Late[]
  /** The closing of the day, on the page of one branch. */
  closed: Closed | undefined
}

/** A day on one page: what was charged, what became of the rest, and what came late. */
export async function DayTotals({ total, repeats, late, closed }: Props) {
  const [t, { amount, number, date, dateTime }] = await Promise.all([translations('closing'), pageFormats()])
  const { consumed } = total
  const outcome = ({ count, discountCents }: { count: number; discountCents: bigint }) =>
    t('outcome', { count, amount: amount(discountCents) })
  return (
    <section aria-label={t('totals')} className="flex min-w-0 flex-col gap-4">
      {closed === undefined ? null : (
        <Notice
          tone="good"
          title={t('isClosed')}
          action={
            <Link href={closedPath(closed.id)} className="print:hidden">
              {t('seeClosing')}
            </Link>
          }
        >
          {t('isClosedText', {
            who: closed.closedBy,
            when: dateTime(closed.closedAt),
            amount: amount(closed.consumed.finalCents),
          })}
        </Notice>
      )}
      <Section title={t('totals')}>
        <DescriptionList
          className="rounded-lg border border-line px-4 print:px-2"
          items={[
            { term: t('count'), detail: number(consumed.count) },
            { term: t('purchase'), detail: <Amount text={amount(consumed.purchaseCents)} /> },
            { term: t('discount'), detail: <Amount text={amount(-consumed.discountCents)} /> },
            {
              term: t('final'),
              detail: <Amount text={amount(consumed.finalCents)} className="text-lg font-semibold" />,
            },
            { term: t('authorized'), detail: outcome(total.authorized) },
            { term: t('expired'), detail: outcome(total.expired) },
            { term: t('released'), detail: outcome(total.released) },
            { term: t('active'), detail: outcome(total.active) },
          ]}
        />
      </Section>
      {repeats > 0 ? (
        <Notice tone="warning" title={t('repeatsTitle', { count: repeats })}>
          {t('repeatsText', { days: String(repeatDays) })}
        </Notice>
      ) : null}
      {late.length === 0 ? null : (
        <Notice tone="info" title={t('lateTitle')}>
          <p>{t('lateText')}</p>
          <ul className="mt-1.5">
            {late.map(({ lateOf, branchId, count, finalCents }) => (
              <li key={`${lateOf} ${branchId}`}>
                {t('lateOf', { day: date(startOfDay(lateOf)) })}: {t('lateSum', { count, amount: amount(finalCents) })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}
