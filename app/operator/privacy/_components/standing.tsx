import { Badge, type Tone } from '@/components/ui/badge'
import type { CaseStanding, CaseState } from '@/lib/privacy/cases'
import { translations } from '@/lib/web/translations'

const tones = {
  overdue: 'danger',
  soon: 'warning',
  inTime: 'info',
  ended: 'neutral',
} as const satisfies Record<CaseStanding, Tone>

/** How an open case stands against its due date, or how it ended. */
export async function Standing({ of }: { of: { readonly standing: CaseStanding; readonly state: CaseState } }) {
  const t = await translations('privacy')
  const { standing, state } = of
  return (
    <Badge tone={tones[standing]}>{standing === 'ended' ? t(`states.${state}`) : t(`standings.${standing}`)}</Badge>
  )
}
