import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import { failingMinutes, type Health } from '@/lib/health/show-health'
import { pageFormats, translations } from '@/lib/web/translations'
import { callWords } from './words'

type Props = { health: Health }

const hrefOf = ({ id }: { id: number }) => `/operator/merchants/${id}`

/** The merchants whose systems fail now, each leading to its page. */
export async function Failing({ health: { failing } }: Props) {
  const [t, { number }, { codeOf }] = await Promise.all([translations('operatorHealth'), pageFormats(), callWords()])
  return (
    <Section title={t('failing')} lead={t('failingLead', { minutes: number(failingMinutes) })}>
      {failing.length === 0 ? (
        <p className="text-sm text-muted">{t('noneFailing')}</p>
      ) : (
        <Table
          phone="lines"
          caption={t('failing')}
          rows={failing}
          rowKey={({ id }) => id}
          hrefOf={hrefOf}
          columns={[
            { key: 'name', label: t('merchant'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
            { key: 'code', label: t('mostFrequent'), phone: 'below', cell: ({ code }) => codeOf(code) },
            {
              ...{ key: 'failed', label: t('failed'), align: 'right', phone: 'end', phoneLabel: true },
              cell: ({ failed }) => number(failed),
            },
            {
              ...{ key: 'refused', label: t('refused'), align: 'right', phone: 'below-end', phoneLabel: true },
              cell: ({ refused }) => number(refused),
            },
            { key: 'calls', label: t('calls'), align: 'right', cell: ({ calls }) => number(calls) },
          ]}
        />
      )}
    </Section>
  )
}

const hourMs = 3_600_000

/** The merchants that sell unlike the same weekday and hour. */
export async function Deviations({ health: { deviations, deviationHour } }: Props) {
  const [t, { number, percent, time }] = await Promise.all([translations('operatorHealth'), pageFormats()])
  const to = new Date(deviationHour.getTime() + hourMs)
  return (
    <Section title={t('deviations')} lead={t('deviationsLead', { from: time(deviationHour), to: time(to) })}>
      {deviations.length === 0 ? (
        <p className="text-sm text-muted">{t('noDeviations')}</p>
      ) : (
        <Table
          phone="lines"
          caption={t('deviations')}
          rows={deviations}
          rowKey={({ id }) => id}
          hrefOf={hrefOf}
          columns={[
            { key: 'name', label: t('merchant'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
            { key: 'sales', label: t('sales'), align: 'right', phone: 'below', cell: ({ sales }) => number(sales) },
            {
              ...{ key: 'usual', label: t('usual'), align: 'right', phone: 'below-end', phoneLabel: true },
              cell: ({ usual }) => number(Math.round(usual)),
            },
            {
              ...{ key: 'part', label: t('deviation'), align: 'right', phone: 'end' },
              cell: ({ part }) => `${part > 0 ? '+' : ''}${percent(Math.round(part * 100) / 100)}`,
            },
          ]}
        />
      )}
    </Section>
  )
}
