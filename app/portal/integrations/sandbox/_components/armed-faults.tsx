import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import { credentialFormat, referenceOf } from '@/lib/credentials/reference'
import { showArmedFaults } from '@/lib/sandbox/arm-fault'
import { type FaultKind, faultKindNames, faultOperations } from '@/lib/sandbox/faults'
import type { MerchantMemberContext } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../../operation-names'
import { ArmForm, Disarm } from './arm-form'

/** Faults that the next calls of a credential meet, and a form for another one. */
export async function ArmedFaults({ ctx }: { ctx: MerchantMemberContext }) {
  const [{ armed, credentials }, t, operationName, { time }] = await Promise.all([
    showArmedFaults(ctx),
    translations('sandbox'),
    operationNames(),
    pageFormats(),
  ])
  const nameOf = (of: (typeof armed)[number]) => {
    const value = credentialFormat.write(referenceOf(of))
    return { value, name: credentials.find((one) => credentialFormat.write(one) === value)?.name ?? value }
  }
  return (
    <Section title={t('arm.title')} lead={t('arm.lead')}>
      {credentials.length === 0 ? (
        <p className="text-sm text-muted">{t('arm.noCredentials')}</p>
      ) : (
        <ArmForm
          credentials={credentials.map((one) => ({ value: credentialFormat.write(one), label: one.name }))}
          faults={faultKindNames.map((kind) => ({ value: kind, label: t(`arm.kinds.${kind}`) }))}
          operations={faultOperations.map((operation) => ({ value: operation, label: operationName(operation) }))}
        />
      )}
      {armed.length === 0 ? (
        <p className="text-sm text-muted">{t('arm.none')}</p>
      ) : (
        <Table
          caption={t('arm.armed')}
          rows={armed}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'fault',
              label: t('arm.fault'),
              heading: true,
              cell: ({ kind }) => t(`arm.kinds.${kind as FaultKind}`),
              below: ({ seconds }) => (seconds === null ? null : t('arm.for', { seconds: String(seconds) })),
            },
            {
              key: 'credential',
              label: t('arm.credential'),
              className: 'wrap-anywhere',
              cell: (one) => nameOf(one).name,
            },
            {
              key: 'operation',
              label: t('arm.operation'),
              cell: ({ operation }) => (operation === null ? t('arm.every') : operationName(operation)),
            },
            { key: 'left', label: t('arm.left'), align: 'right', cell: ({ timesLeft }) => timesLeft },
            { key: 'until', label: t('arm.until'), cell: ({ until }) => time(until) },
            {
              key: 'disarm',
              label: t('arm.disarm'),
              cell: (one) => {
                const { value, name } = nameOf(one)
                return <Disarm credential={value} name={name} />
              },
            },
          ]}
        />
      )}
    </Section>
  )
}
