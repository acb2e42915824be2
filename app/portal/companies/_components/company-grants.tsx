import { TicketPercent } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { showCompany } from '@/lib/affiliations/list-companies'
import { shownStatusOf } from '@/lib/discounts/status'
import { pageFormats, translations } from '@/lib/web/translations'

type Grant = Awaited<ReturnType<typeof showCompany>>['grants'][number]

const tones = { draft: 'neutral', published: 'good', paused: 'warning', ended: 'neutral' } as const

/** Which discounts a company grants, and to whom. */
export async function CompanyGrants(props: {
  company: string
  grants: readonly Grant[]
  /** Whether its reader can open a discount. */
  manages: boolean
  now: Date
}) {
  const { company, grants, manages, now } = props
  const t = await translations('companies')
  const { date, list } = await pageFormats()
  const status = ({ status, validFrom, validTo }: Grant): readonly [Tone, string] => {
    const shown = shownStatusOf(status, { hasBegun: validFrom <= now, isOver: validTo <= now })
    if (shown === 'expired') return ['neutral', t('details.over')]
    if (shown === 'scheduled') return ['info', t('details.scheduled')]
    return [tones[shown], t(`details.statuses.${shown}`)]
  }
  return (
    <Section title={t('details.grants')} lead={t('details.grantsLead')}>
      {grants.length === 0 ? (
        <EmptyState icon={<TicketPercent aria-hidden />} title={t('details.noGrantsTitle')}>
          {t('details.noGrantsText')}
        </EmptyState>
      ) : (
        <Table
          caption={t('details.grantsCaption', { company })}
          rows={grants}
          rowKey={({ discountId }) => discountId}
          columns={[
            {
              key: 'discount',
              label: t('details.discount'),
              heading: true,
              cell: ({ discountId, name }) =>
                manages ? (
                  <Link href={`/portal/discounts/${discountId}`} className="wrap-anywhere">
                    {name}
                  </Link>
                ) : (
                  <span className="wrap-anywhere">{name}</span>
                ),
            },
            {
              key: 'status',
              label: t('details.status'),
              cell: (grant) => {
                const [tone, text] = status(grant)
                return <Badge tone={tone}>{text}</Badge>
              },
            },
            {
              key: 'to',
              label: t('details.to'),
              cell: ({ toTeam, types }) => (toTeam ? t('details.team') : list(types)),
            },
            {
              key: 'until',
              label: t('details.until'),
              // The last day: `validTo` is the instant at which the next day begins (D22).
              cell: ({ validTo }) => <span className="whitespace-nowrap">{date(new Date(validTo.getTime() - 1))}</span>,
            },
          ]}
        />
      )}
    </Section>
  )
}
