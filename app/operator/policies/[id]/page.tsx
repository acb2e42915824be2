import type { Metadata } from 'next'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { localDayOf } from '@/lib/language/days'
import { defaultsOf } from '@/lib/policies/defaults'
import type { MerchantPolicy, PolicyValue } from '@/lib/policies/policies'
import { type PolicyView, showPolicies } from '@/lib/policies/show-policies'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { officeService } from '@/lib/web/office-service'
import { operatorSections } from '@/lib/web/operator-office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { ChangePolicy } from '../_components/change-policy'

type Props = { params: Promise<{ id: string }> }

const shown = cache(async (id: string) => {
  const access = await operatorSections.policies.access()
  if (!access.granted) return access
  return {
    ...access,
    view: await orNotFound(showPolicies(access.ctx, idOf(id) ?? 0, defaultsOf(officeService().env))),
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('policies'))('title'), async () => {
    const access = await shown(id)
    return access.granted ? access.view.name : undefined
  })
}

/** How the numbers of a policy are said; those of the installation where none was set. */
async function valueWords() {
  const [t, { number }] = await Promise.all([translations('policies'), pageFormats()])
  return (policy: MerchantPolicy, { value, burst }: PolicyValue, usual: PolicyValue): string => {
    const said = t(`values.${policy}`, {
      count: number(value ?? usual.value ?? 0),
      burst: number((value === null ? usual.burst : (burst ?? usual.burst)) ?? 0),
    })
    return value === null ? t('ofInstallation', { value: said }) : said
  }
}

export default async function MerchantPoliciesPage({ params }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { view } = access
  const [t, formats, saidOf] = await Promise.all([translations('policies'), pageFormats(), valueWords()])
  const untilOf = (until: Date) => formats.dateTime(new Date(until.getTime() - 1))
  const usualOf = Object.fromEntries(view.policies.map(({ policy, usual }) => [policy, usual])) as Record<
    MerchantPolicy,
    PolicyValue
  >
  const lastsOf = ({ policy, until, standing, usual }: PolicyView) =>
    until === null ? t('stands') : t('holdsUntil', { until: untilOf(until), after: saidOf(policy, standing, usual) })
  return (
    <ClientTexts namespaces={['policies']}>
      <PageHeader
        above={<BackLink href="/operator/policies">{t('title')}</BackLink>}
        title={view.name}
        lead={t('merchantLead')}
      />
      <Section title={t('inForce')}>
        <Table
          caption={t('inForce')}
          rows={view.policies}
          rowKey={({ policy }) => policy}
          columns={[
            {
              ...{ key: 'policy', label: t('policy'), heading: true },
              cell: ({ policy }) => t(`names.${policy}`),
              below: ({ policy }) => t(`about.${policy}`),
            },
            {
              ...{ key: 'value', label: t('value') },
              cell: ({ policy, inForce, usual }) => saidOf(policy, inForce, usual),
              below: lastsOf,
            },
            {
              ...{ key: 'change', label: t('change'), actions: true },
              cell: ({ policy, inForce, usual }) => (
                <ChangePolicy
                  of={{
                    ...{ merchantId: view.id, policy, ...inForce, today: localDayOf(new Date()) },
                    usual: saidOf(policy, usual, usual),
                  }}
                />
              ),
            },
          ]}
        />
      </Section>
      <Section title={t('history')} lead={t('historyLead')}>
        {view.changes.length === 0 ? (
          <p className="text-sm text-muted">{t('noHistory')}</p>
        ) : (
          <Table
            caption={t('history')}
            rows={view.changes}
            rowKey={({ id }) => id}
            columns={[
              { key: 'when', label: t('when'), heading: true, cell: ({ createdAt }) => formats.dateTime(createdAt) },
              {
                ...{ key: 'what', label: t('policy') },
                cell: ({ policy }) => t(`names.${policy}`),
                below: ({ policy, value, burst }) => saidOf(policy, { value, burst }, usualOf[policy]),
              },
              {
                ...{ key: 'until', label: t('until') },
                cell: ({ until }) => (until === null ? t('noEnd') : untilOf(until)),
              },
              { key: 'reason', label: t('reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
              {
                ...{ key: 'who', label: t('who') },
                cell: ({ changedBy, approvedBy }) =>
                  approvedBy === null ? changedBy : t('approved', { by: changedBy, approver: approvedBy }),
              },
            ]}
          />
        )}
      </Section>
    </ClientTexts>
  )
}
