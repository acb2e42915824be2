import type { StandbyReads } from '@/db/standby'

/** How lists are read (ADR-0063), in Prometheus' text format; nothing where there is no standby. */
export function standbyMetrics(standby: Pick<StandbyReads, 'counts' | 'state'> | undefined): string {
  if (!standby) return ''
  const { counts, state } = standby
  const primary = Object.entries(counts.primary).map(([reason, n]) => `{from="primary",reason="${reason}"} ${n}`)
  return [
    '# HELP aliado_list_reads_total Questions of lists that the standby answered, or the primary and why.',
    '# TYPE aliado_list_reads_total counter',
    ...[`{from="standby",reason=""} ${counts.standby}`, ...primary].map((sample) => `aliado_list_reads_total${sample}`),
    '# HELP aliado_standby_reading Whether lists are read from the standby.',
    '# TYPE aliado_standby_reading gauge',
    `aliado_standby_reading ${state === 'reading' ? 1 : 0}`,
    '',
  ].join('\n')
}
