import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import { textLengthMax } from '@/lib/privacy/lengths'
import type { ShownCase } from '@/lib/privacy/show-cases'
import { pageFormats, translations } from '@/lib/web/translations'
import { Act } from '../../_components/act'
import { askRectificationAction } from '../actions'

/** What the companies of a case were asked to correct, and whether they changed it since; with asking each of them. */
export async function Rectifications({ of, needsCode }: { of: ShownCase; needsCode: boolean }) {
  const [t, { dateTime }] = await Promise.all([translations('privacy'), pageFormats()])
  const { id: caseId, state, people, rectifications } = of
  const askable = state === 'open' ? people.filter(({ erasedAt }) => erasedAt === null) : []
  return (
    <Section
      title={t('rectification.title')}
      lead={t('rectification.lead')}
      actions={askable.map(({ collaboratorId, companyName: company }) => (
        <Act
          key={collaboratorId}
          words={{
            open: t('rectification.label', { company }),
            title: t('rectification.dialogTitle', { company }),
            lead: t('rectification.dialogLead'),
            submit: t('rectification.submit'),
            done: t('rectification.done'),
            code: t('code'),
            codeHint: t('codeHint'),
          }}
          entries={{ caseId, collaboratorId }}
          fields={[
            {
              ...{ name: 'what', label: t('rectification.what'), hint: t('rectification.whatHint') },
              ...{ kind: 'lines', max: textLengthMax },
            },
          ]}
          action={askRectificationAction}
          needsCode={needsCode}
        />
      ))}
    >
      {rectifications.length === 0 ? (
        <p className="text-sm text-muted">{t('rectification.none')}</p>
      ) : (
        <Table
          caption={t('rectification.title')}
          rows={rectifications}
          rowKey={({ id }) => id}
          columns={[
            {
              ...{ key: 'company', label: t('rectification.company'), heading: true },
              cell: ({ companyName }) => <bdi>{companyName}</bdi>,
            },
            {
              ...{ key: 'what', label: t('rectification.what') },
              cell: ({ what }) => <span className="break-words whitespace-pre-line">{what ?? '—'}</span>,
            },
            {
              ...{ key: 'asked', label: t('rectification.asked') },
              cell: ({ askedAt }) => dateTime(askedAt),
              below: ({ askedBy }) => t('rectification.askedBy', { name: askedBy }),
            },
            {
              ...{ key: 'state', label: t('rectification.state') },
              cell: ({ changedAt }) =>
                changedAt === null ? (
                  <Badge tone="warning">{t('rectification.waiting')}</Badge>
                ) : (
                  <Badge tone="good">{t('rectification.changed', { at: dateTime(changedAt) })}</Badge>
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}
