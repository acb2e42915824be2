import type { quality as es } from '@/lib/messages/es/quality'
import type { SameShape } from '@/lib/messages/same-shape'

export const quality: SameShape<typeof es> = {
  title: 'Quality of the integration',
  lead: 'What certification checks, measured on the calls of your systems in the last seven days.',
  none: 'There are no calls to measure yet',
  noneText: 'They appear here once your systems apply discounts and register consumptions.',
  many: 'There were more calls than are measured',
  manyText: 'The newest were measured, since {moment}.',
  summary: 'Summary',
  score: 'Quality',
  scoreOf: '{score} of 100',
  soundChecks: 'Checks without a failure',
  soundOf: '{sound} of {looked}',
  checks: 'Checks and their failures',
  check: 'Check',
  level: 'Level',
  looked: 'Measured',
  breaches: 'Failures',
  breachCount: '{count, plural, =0 {None} one {# failure} other {# failures}}',
  notSeen: 'No data',
  calls: 'Recent calls that fail',
}
