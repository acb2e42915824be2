import { ChartStrip } from '@/components/ui/chart-strip'
import { Link } from '@/components/ui/link'
import { startOfDay } from '@/lib/language/days'
import { barsFromFirst } from '@/lib/overview/overview'
import { isOneDay, type RequestFilter, requestPeriod, requestsPath } from '@/lib/requests/filter'
import type { Volume } from '@/lib/requests/volume'
import { pageFormats, translations } from '@/lib/web/translations'

const answers = ['done', 'refused', 'failed'] as const
const colours = { done: 1, refused: 2, failed: 3 } as const
const hourMs = 3_600_000

/** How many calls came and how they were answered; a bar leads to its own calls. Nothing where there are none. */
export async function RequestVolume({ volume, filter }: { volume: Volume; filter: RequestFilter }) {
  const { step, since } = volume
  const isEmpty = (bar: Volume['bars'][number]) => answers.every((answer) => bar[answer] === 0)
  const bars = step === 'day' ? barsFromFirst(volume.bars, isEmpty) : volume.bars
  if (bars.every(isEmpty)) return null
  const t = await translations('requests')
  const { date, day: shortDay, dateTime, hour: shortHour, number } = await pageFormats()
  const isDay = isOneDay(filter.period)
  const back = isDay
    ? filter.hour === undefined
      ? { href: requestsPath({ ...filter, period: requestPeriod }), text: t('volume.allDays') }
      : { href: requestsPath({ ...filter, hour: undefined }), text: t('volume.wholeDay') }
    : undefined
  return (
    <ChartStrip
      label={t(`volume.${step}s`)}
      pointsLabel={t(`volume.${step}`)}
      series={answers.map((key) => ({ key, label: t(`volume.${key}`), colour: colours[key] }))}
      totals={Object.fromEntries(answers.map((key) => [key, number(bars.reduce((sum, bar) => sum + bar[key], 0))]))}
      points={bars.map((bar) => {
        const { day, hour } = bar
        const at = new Date(startOfDay(day).getTime() + (hour ?? 0) * hourMs)
        const period = isDay ? filter.period : ({ kind: 'custom', from: day, to: day } as const)
        return {
          label: hour === undefined ? date(at) : dateTime(at),
          tick: hour === undefined ? shortDay(at) : shortHour(at),
          values: { done: bar.done, refused: bar.refused, failed: bar.failed },
          texts: Object.fromEntries(answers.map((answer) => [answer, number(bar[answer])])),
          href: isEmpty(bar) ? undefined : requestsPath({ ...filter, period, hour }),
          current: hour !== undefined && hour === filter.hour,
        }
      })}
    >
      {since === undefined ? null : <span className="text-muted">{t('volume.since', { since: dateTime(since) })}</span>}
      {back === undefined ? null : <Link href={back.href}>{back.text}</Link>}
    </ChartStrip>
  )
}
