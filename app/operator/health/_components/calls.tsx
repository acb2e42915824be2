import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import { type Column, Table } from '@/components/ui/table'
import type { Health } from '@/lib/health/show-health'
import { pageFormats, translations } from '@/lib/web/translations'
import { callWords } from './words'

type Props = { health: Health }

const minutesShown = 15

/** The last hour in figures, and its refusals by their codes. */
export async function LastHour({ health: { hour } }: Props) {
  const [t, { number }, { within, codeOf }] = await Promise.all([
    translations('operatorHealth'),
    pageFormats(),
    callWords(),
  ])
  const refused = hour.calls - hour.done - hour.failed
  const figures = [
    ['calls', hour.calls],
    ['done', hour.done],
    ['refused', refused],
    ['failed', hour.failed],
  ] as const
  const redeemed = [
    ['authorized', hour.authorized],
    ['confirmed', hour.confirmed],
    ['expired', hour.expired],
  ] as const
  const shown = ([key, value]: (typeof figures | typeof redeemed)[number]) => ({
    key,
    label: t(key),
    value: number(value),
  })
  return (
    <>
      <Section title={t('hour')}>
        <Figures label={t('hourFigures')} figures={figures.map(shown)} />
        <Figures
          label={t('redeemedFigures')}
          figures={[
            ...redeemed.map(shown),
            { key: 'p50', label: t('p50'), value: within(hour.p50) },
            { key: 'p99', label: t('p99'), value: within(hour.p99) },
          ]}
        />
      </Section>
      <Section title={t('refusals')} lead={t('refusalsLead')}>
        {hour.refusals.length === 0 ? (
          <p className="text-sm text-muted">{t('noRefusals')}</p>
        ) : (
          <Table
            phone="lines"
            caption={t('refusals')}
            rows={hour.refusals}
            rowKey={({ code }) => code}
            columns={[
              {
                ...{ key: 'code', label: t('code'), heading: true },
                cell: ({ code }) => codeOf(code),
                below: ({ code }) => <span className="font-mono">{code}</span>,
              },
              { key: 'calls', label: t('calls'), align: 'right', phone: 'end', cell: ({ calls }) => number(calls) },
            ]}
          />
        )}
      </Section>
    </>
  )
}

type Sum = Omit<Health['days'][number], 'day'>

async function sumColumns<Row extends Sum>(first: Column<Row>): Promise<readonly Column<Row>[]> {
  const [t, { number }, { within }] = await Promise.all([translations('operatorHealth'), pageFormats(), callWords()])
  const counted = (key: 'calls' | 'done' | 'failed' | 'authorized' | 'confirmed' | 'expired'): Column<Row> => ({
    ...{ key, label: t(key), align: 'right', cell: (row) => number(row[key]) },
  })
  return [
    first,
    counted('calls'),
    counted('done'),
    {
      ...{ key: 'refused', label: t('refused'), align: 'right' },
      cell: ({ calls, done, failed }) => number(calls - done - failed),
    },
    counted('failed'),
    { key: 'p50', label: 'p50', align: 'right', cell: ({ p50 }) => within(p50) },
    { key: 'p99', label: 'p99', align: 'right', cell: ({ p99 }) => within(p99) },
    counted('authorized'),
    counted('confirmed'),
    counted('expired'),
  ]
}

/** The last minutes, one by one. */
export async function Minutes({ health: { minutes } }: Props) {
  const [t, { time }] = await Promise.all([translations('operatorHealth'), pageFormats()])
  return (
    <Section title={t('minutes')} lead={t('minutesLead')}>
      {minutes.length === 0 ? (
        <p className="text-sm text-muted">{t('noMinutes')}</p>
      ) : (
        <Table
          caption={t('minutes')}
          rows={minutes.slice(0, minutesShown)}
          rowKey={({ minute }) => minute.getTime()}
          columns={
            await sumColumns<Health['minutes'][number]>({
              ...{ key: 'minute', label: t('minute'), heading: true, cell: ({ minute }) => time(minute) },
            })
          }
        />
      )}
    </Section>
  )
}

/** The last days, each as one sum. */
export async function Days({ health: { days } }: Props) {
  const [t, { date }] = await Promise.all([translations('operatorHealth'), pageFormats()])
  if (days.length === 0) return null
  return (
    <Section title={t('days')} lead={t('daysLead')}>
      <Table
        caption={t('days')}
        rows={days}
        rowKey={({ day }) => day}
        columns={
          await sumColumns<Health['days'][number]>({
            ...{ key: 'day', label: t('day'), heading: true },
            // Noon, so that it is that day in whatever zone.
            cell: ({ day }) => date(new Date(`${day}T16:00:00Z`)),
          })
        }
      />
    </Section>
  )
}
