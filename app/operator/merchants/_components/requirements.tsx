import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import type { Requirement, RequirementState } from '@/lib/network-merchants/requirements'
import { translations } from '@/lib/web/translations'
import { toneOfRequirement } from './tone-of-state'

type Row = { readonly requirement: Requirement; readonly state: RequirementState }

/** What a merchant still needs to sell. */
export async function Requirements({ requirements }: { requirements: readonly Row[] }) {
  const t = await translations('operatorMerchants')
  const noteOf = ({ requirement, state }: Row) =>
    state !== 'waiting' || requirement === 'branch' || requirement === 'credential'
      ? null
      : t(`requirements.waiting.${requirement}`)
  return (
    <Section title={t('requirements.title')} lead={t('requirements.lead')}>
      <Table
        phone="lines"
        caption={t('requirements.caption')}
        rows={requirements}
        rowKey={({ requirement }) => requirement}
        columns={[
          {
            key: 'requirement',
            label: t('requirements.requirement'),
            heading: true,
            cell: ({ requirement }) => t(`requirements.names.${requirement}`),
            below: noteOf,
          },
          {
            key: 'state',
            label: t('requirements.state'),
            phone: 'end',
            cell: ({ state }) => <Badge tone={toneOfRequirement[state]}>{t(`requirements.states.${state}`)}</Badge>,
          },
        ]}
      />
    </Section>
  )
}
