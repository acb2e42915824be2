import { Chart } from '@/components/ui/chart'
import { Section } from '@/components/ui/layout'
import { callOutcomes } from '@/lib/credentials/calls'
import { type showTerminal, terminalHoursShown } from '@/lib/terminals/show-terminals'
import type { TerminalWords } from './words'

type Hours = Awaited<ReturnType<typeof showTerminal>>['hours']

const hourMs = 3_600_000
const colours = { done: 1, refused: 5, denied: 2, limited: 3, failed: 4 } as const

/** Calls of a till by hour and outcome, with the hours that had none. */
export function TerminalCalls({ words, hours, now }: { words: TerminalWords; hours: Hours; now: Date }) {
  const { t, formats } = words
  const seen = callOutcomes.filter((outcome) => outcome === 'done' || hours.some((hour) => hour[outcome] > 0))
  const thisHour = Math.floor(now.getTime() / hourMs)
  const points = Array.from({ length: terminalHoursShown }, (_, place) => {
    const at = new Date((thisHour - terminalHoursShown + 1 + place) * hourMs)
    const counted = hours.find(({ hour }) => hour.getTime() === at.getTime())
    return {
      label: `${formats.day(at)} ${formats.hour(at)}`,
      values: Object.fromEntries(seen.map((outcome) => [outcome, counted?.[outcome] ?? 0])),
    }
  })
  return (
    <Section title={t('details.calls')} lead={t('details.callsLead')}>
      {hours.length === 0 ? (
        <p className="text-muted">{t('details.noCalls')}</p>
      ) : (
        <Chart
          label={t('details.callsLabel')}
          pointsLabel={t('details.hour')}
          series={seen.map((key) => ({ key, label: t(`details.outcomes.${key}`), colour: colours[key] }))}
          points={points}
        />
      )}
    </Section>
  )
}
