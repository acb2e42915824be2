import { Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import type { SubjectEvent } from '@/db/queries/offices/audit-events'
import { changesOf, type FieldChange } from '@/lib/discounts/changes'
import { centsOfNumeric } from '@/lib/kernel/money'
import { endText, startText, type Words } from './words'

const verbs = ['created', 'changed', 'published', 'paused', 'ended', 'duplicated', 'seen'] as const

/** Who did what with a discount, and what each change changed. */
export function DiscountTrail({ words, events }: { words: Words; events: readonly SubjectEvent[] }) {
  const { t, formats } = words
  const whatOf = ({ action, outcome }: SubjectEvent) => {
    const verb = verbs.find((one) => action === `discount.${one}`)
    const what = verb === undefined ? action : t(`detail.events.${verb}`)
    return outcome === 'denied' ? t('detail.denied', { what }) : what
  }
  return (
    <Section title={t('detail.trail')} lead={events.length === 0 ? t('detail.noTrail') : undefined}>
      {events.length === 0 ? null : (
        <Table
          caption={t('detail.trail')}
          rows={events}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'what',
              label: t('detail.what'),
              heading: true,
              cell: (event) => (
                <div className="flex flex-col gap-0.5">
                  <span>{whatOf(event)}</span>
                  {changesOf(event.details).map((change) => (
                    <span key={change.field} className="text-sm font-normal wrap-anywhere text-muted">
                      {changeText(words, change)}
                    </span>
                  ))}
                </div>
              ),
            },
            { key: 'who', label: t('detail.who'), cell: ({ userName }) => userName ?? t('detail.operator') },
            {
              key: 'when',
              label: t('detail.when'),
              cell: ({ occurredAt }) => <RelativeTime moment={formats.moment(occurredAt)} />,
            },
          ]}
        />
      )}
    </Section>
  )
}

/** Fields with a long text or an id: the trail says that they changed, without the values. */
const unquoted: readonly string[] = ['description', 'discountType', 'scope', 'articleCategoryId', 'articleId']

function changeText(words: Words, { field, from, to }: FieldChange): string {
  const { t } = words
  const name = t(`detail.fields.${field}`)
  if (unquoted.includes(field)) return t('detail.changeOnly', { field: name })
  const text = (value: string | null) => (value === null ? t('detail.nothing') : valueText(words, field, value))
  return t('detail.change', { field: name, from: text(from), to: text(to) })
}

function valueText(words: Words, field: FieldChange['field'], value: string): string {
  const { formats } = words
  switch (field) {
    case 'validFrom':
      return startText(words, new Date(value))
    case 'validTo':
      return endText(words, new Date(value))
    case 'budget':
    case 'minimumPurchase':
    case 'maximumDiscount':
      return formats.amount(Number(centsOfNumeric(value)))
    case 'discountValue':
    case 'usesTotal':
    case 'usesPerCollaboratorPerDay':
      return formats.number(Number(value))
    default:
      return value
  }
}
