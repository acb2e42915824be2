import type { Tone } from '@/components/ui/badge'
import type { RunState } from '@/lib/certification/state'
import type { Outcome } from '@/lib/certification/verdict'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../operation-names'

export const certificationPage = '/portal/certification'

export const toneOfState: Readonly<Record<RunState, Tone>> = {
  open: 'info',
  passed: 'good',
  failed: 'danger',
  void: 'warning',
  ended: 'neutral',
}

export const toneOfOutcome: Readonly<Record<Outcome, Tone>> = {
  pass: 'good',
  fail: 'danger',
  warning: 'warning',
  not_shown: 'neutral',
  not_applicable: 'neutral',
}

export type CertificationWords = Awaited<ReturnType<typeof certificationWords>>

export async function certificationWords() {
  const [t, plan, formats, nameOf] = await Promise.all([
    translations('certification'),
    translations('certificationPlan'),
    pageFormats(),
    operationNames(),
  ])
  return { t, plan, formats, nameOf }
}
