import { Badge } from '@/components/ui/badge'
import type { Column } from '@/components/ui/table'
import type { Trail } from '@/lib/audit/activity'
import type { ActivityView } from '@/lib/audit/list-activity'
import { textOfCode } from '@/lib/language/text-of-code'
import { permissionNames } from '@/lib/web/permission-name'
import { pageFormats, translations } from '@/lib/web/translations'

/** An event in words: what was done, to what, why, which permissions it gave or took, and with which device. */
export async function activityWords() {
  const [t, names, { list }] = await Promise.all([translations('activity'), permissionNames(), pageFormats()])
  /** The words for a code, or the code itself if it has none: nothing that the trail holds is hidden. */
  const words = (key: string, code: string) => textOfCode(t, key) ?? code
  const listed = (permissions: ActivityView['given']) => ({ list: list(permissions.map((one) => names[one])) })
  return {
    actionOf: ({ action }: ActivityView): string => words(`actions.${action}`, action),
    moreOf: ({ subject, isOfErased, reason, lacked, given, taken, restored }: ActivityView): string =>
      [
        isOfErased ? t('erased') : subject,
        reason === null ? null : words(`reasons.${reason}`, reason),
        lacked && names[lacked],
        given.length > 0 ? t('given', listed(given)) : null,
        taken.length > 0 ? t('taken', listed(taken)) : null,
        restored.length > 0 ? t('restored', listed(restored)) : null,
      ]
        .filter(Boolean)
        .join(' · '),
    whoOf: ({ person, isOperators }: ActivityView): string => person ?? t(isOperators ? 'operator' : 'service'),
    deviceOf: ({ device: { browser, system } }: ActivityView) =>
      browser && system ? t('browserOn', { browser, system }) : (browser ?? system),
  }
}

/** How an event is shown in a row. */
export async function activityColumns(of: Trail['of']): Promise<readonly Column<ActivityView>[]> {
  const [t, { actionOf, moreOf, whoOf, deviceOf }, { stamp, relative }] = await Promise.all([
    translations('activity'),
    activityWords(),
    pageFormats(),
  ])
  return [
    {
      key: 'what',
      label: t('what'),
      heading: true,
      className: 'lg:max-w-96',
      cell: (event) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{actionOf(event)}</span>
          {event.denied ? <Badge tone="danger">{t('outcomes.denied')}</Badge> : null}
        </span>
      ),
      below: (event) => <span title={moreOf(event)}>{moreOf(event)}</span>,
    },
    ...(of === 'operator' ? [await tenantColumn()] : []),
    { key: 'who', label: t('who'), phone: 'below', cell: whoOf },
    {
      key: 'from',
      label: t('from'),
      cell: ({ address }) => <span className="font-mono text-xs">{address ?? t('unknownAddress')}</span>,
      below: deviceOf,
    },
    {
      key: 'when',
      label: t('when'),
      phone: 'below-end',
      cell: ({ occurredAt }) => stamp(occurredAt),
      below: ({ occurredAt }) => relative(occurredAt),
    },
  ]
}

/** Whom it concerns, in the trail of the whole network. */
async function tenantColumn(): Promise<Column<ActivityView>> {
  const t = await translations('operatorActivity')
  return {
    key: 'tenant',
    label: t('where'),
    className: 'lg:max-w-48',
    cell: ({ tenant }) => <bdi className="truncate">{tenant ?? t('network')}</bdi>,
  }
}
