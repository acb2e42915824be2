import { UserLock } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { DescriptionList, Section } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { OperatorContext } from '@/lib/context'
import { type HeldOfPerson, showHeld } from '@/lib/privacy/show-held'
import { pageFormats, translations } from '@/lib/web/translations'

/** What is held of the people of a case, at each company. */
export async function HeldOfPeople(props: { ctx: OperatorContext; collaboratorIds: readonly number[] }) {
  const t = await translations('privacy')
  const { ctx, collaboratorIds } = props
  if (collaboratorIds.length === 0) {
    return (
      <Section title={t('held')}>
        <EmptyState icon={<UserLock aria-hidden />} title={t('nothingHeld')}>
          {t('nothingHeldText')}
        </EmptyState>
      </Section>
    )
  }
  const held = await showHeld(ctx, { collaboratorIds })
  return (
    <Section title={t('held')} lead={t('heldLead')}>
      {held.map((person) => (
        <HeldAtCompany key={person.collaboratorId} of={person} />
      ))}
    </Section>
  )
}

async function HeldAtCompany({ of }: { of: HeldOfPerson }) {
  const [t, { date }] = await Promise.all([translations('privacy'), pageFormats()])
  const { companyName, name, email, erasedAt, active, createdAt, counts } = of
  const tables = (Object.entries(counts) as [keyof typeof counts, number][]).filter(([, count]) => count > 0)
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-5">
      <h3 className="font-semibold break-words">
        <bdi>{name === null ? t('erasedPerson') : `${name.firstName} ${name.lastName}`}</bdi> · {companyName}
      </h3>
      <DescriptionList
        items={[
          {
            term: t('person.status'),
            detail:
              erasedAt === null ? (
                <Badge tone={active ? 'good' : 'neutral'}>{t(active ? 'person.active' : 'person.inactive')}</Badge>
              ) : (
                t('erasedOn', { day: date(erasedAt) })
              ),
          },
          { term: t('person.identificationType'), detail: of.identificationType },
          { term: t('person.type'), detail: of.type ?? t('person.noType') },
          { term: t('person.email'), detail: email ?? t('person.noEmail') },
          { term: t('person.since'), detail: date(createdAt) },
          ...(tables.length === 0
            ? []
            : [
                {
                  term: t('person.rows'),
                  detail: (
                    <ul className="flex flex-col gap-1">
                      {tables.map(([table, count]) => (
                        <li key={table}>{t(`tables.${table}`, { count })}</li>
                      ))}
                    </ul>
                  ),
                },
              ]),
        ]}
      />
      <Consumptions of={of} />
    </article>
  )
}

async function Consumptions({ of }: { of: HeldOfPerson }) {
  const [t, { dateTime, amount }] = await Promise.all([translations('privacy'), pageFormats()])
  if (of.consumptions.length === 0) return null
  return (
    <Table
      phone="lines"
      caption={t('consumptions', { company: of.companyName })}
      rows={of.consumptions}
      rowKey={({ code }) => code}
      columns={[
        {
          ...{ key: 'merchant', label: t('consumptionColumns.merchant'), heading: true },
          cell: ({ merchant }) => <bdi>{merchant}</bdi>,
        },
        {
          ...{ key: 'when', label: t('consumptionColumns.when'), phone: 'below' },
          cell: ({ consumptionDate }) => dateTime(consumptionDate),
        },
        { key: 'discount', label: t('consumptionColumns.discount'), cell: ({ discount }) => <bdi>{discount}</bdi> },
        {
          ...{ key: 'final', label: t('consumptionColumns.final'), align: 'right', phone: 'end' },
          cell: ({ finalCents }) => amount(finalCents),
        },
        {
          ...{ key: 'saved', label: t('consumptionColumns.saved'), align: 'right' },
          cell: ({ discountCents }) => amount(discountCents),
        },
      ]}
    />
  )
}
