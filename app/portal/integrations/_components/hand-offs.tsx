import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import type { Words } from './cells'
import { WithdrawHandOff } from './withdraw-hand-off'

export type HandOffRow = {
  readonly id: number
  readonly branch: string | null
  readonly terminal: string | null
  readonly createdBy: string
  readonly expiresAt: Date
}

/** The links that would still show a credential's secret. */
export function HandOffs({ words: { t, formats }, handOffs }: { words: Words; handOffs: readonly HandOffRow[] }) {
  const placeOf = ({ branch, terminal }: HandOffRow): string => {
    if (terminal === null) return branch ?? t('details.anyPlace')
    return branch === null
      ? t('details.terminalOnly', { terminal })
      : t('details.branchAndTerminal', { branch, terminal })
  }
  return (
    <Section title={t('details.handOffs')} lead={t('details.handOffsLead')}>
      <Table
        caption={t('details.handOffs')}
        rows={handOffs}
        rowKey={({ id }) => id}
        columns={[
          { key: 'place', label: t('details.handOffColumns.place'), heading: true, cell: placeOf },
          { key: 'by', label: t('details.handOffColumns.by'), cell: ({ createdBy }) => createdBy },
          {
            key: 'until',
            label: t('details.handOffColumns.until'),
            cell: ({ expiresAt }) => formats.dateTime(expiresAt),
          },
          {
            key: 'actions',
            label: t('details.handOffColumns.actions'),
            actions: true,
            cell: (row) => <WithdrawHandOff id={row.id} place={placeOf(row)} />,
          },
        ]}
      />
    </Section>
  )
}
