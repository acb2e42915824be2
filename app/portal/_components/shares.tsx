import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import type { Period } from '@/lib/language/periods'
import type { Sales, SalesView } from '@/lib/overview/show-sales'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'
import { pageFormats, translations } from '@/lib/web/translations'

type Cut = keyof SalesView['by']

/** The discounts of a period by branch, company or discount (`cut`), the largest first, with the share of each as a bar. */
export async function Shares({ cut, view, period }: { cut: Cut; view: SalesView; period: Period }) {
  const t = await translations('overview')
  const { amount, number, percent } = await pageFormats()
  const others = view.others[cut]
  const rows: (Sales & { key: string; name: string; id: number | null })[] = [
    ...view.by[cut].map((share) => ({ ...share, key: String(share.id), name: share.name ?? t('noBranch') })),
    ...(others ? [{ ...others, key: 'others', name: t('others'), id: null }] : []),
  ]
  const placeOf = (id: number) =>
    consumptionsPath({ ...consumptionsFilterOf({}), period, [`${cut}Id` satisfies `${Cut}Id`]: id })
  const partOf = ({ discountCents }: Sales) =>
    view.total.discountCents === 0 ? 0 : discountCents / view.total.discountCents
  return (
    <Section title={t(`by.${cut}`)} lead={t('sharesLead')}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t(`by.${cut}`)}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t(`by.${cut}`)}</th>
            <th scope="col">{t('consumptions')}</th>
            <th scope="col">{t('discount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-line not-last:border-b">
              <th scope="row" className="w-full py-2.5 pr-3 text-left font-normal">
                <span className="line-clamp-2 break-words">
                  {row.id === null ? row.name : <Link href={placeOf(row.id)}>{row.name}</Link>}
                </span>
                <svg
                  role="img"
                  aria-label={t('share', { percent: percent(partOf(row)) })}
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  className="mt-1.5 h-1 w-full rounded-full bg-line"
                >
                  <rect width={100 * partOf(row)} height="1" className="fill-accent" />
                </svg>
              </th>
              <td className="px-3 py-2.5 text-right align-top text-muted tabular-nums">{number(row.consumptions)}</td>
              <td className="py-2.5 text-right align-top whitespace-nowrap tabular-nums">
                {amount(row.discountCents)}
                <span className="block text-xs text-muted">
                  {t('ofPurchases', { amount: amount(row.purchaseCents) })}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
