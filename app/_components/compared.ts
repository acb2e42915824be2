import { changeOf } from '@/lib/overview/overview'
import { pageFormats, translations } from '@/lib/web/translations'

/**
 * How a figure is said beside the same one of the time before, which `earlier` names: by what share it is more or less. Nothing is
 * said of a figure that was nothing then, unless everything was.
 */
export async function comparedTo(earlier: string) {
  const [t, { percent }] = await Promise.all([translations('overview'), pageFormats()])
  return (now: number, before: number, wasNothing: boolean): string => {
    const change = changeOf(now, before)
    if (change === undefined) return wasNothing ? t('change.none', { before: earlier }) : ''
    if (change === 0) return t('change.same', { before: earlier })
    const share = percent(Math.round(Math.abs(change) * 100) / 100)
    return t(change > 0 ? 'change.more' : 'change.less', { percent: share, before: earlier })
  }
}

/** What the time before a span is called: yesterday, or as many days. */
export async function nameOfBefore({ isToday, days }: { isToday: boolean; days: number }): Promise<string> {
  const t = await translations('overview')
  return isToday ? t('change.yesterday') : t('change.period', { days })
}
