import type { ReactNode } from 'react'
import { DescriptionList, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { EmptyState, Meter } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { DiscountDetails } from '@/lib/discounts/show-discount'
import { centsOfNumeric } from '@/lib/kernel/money'
import { budgetText, endText, scopeText, startText, usesText, validityText, type Words, worthText } from './words'

type Props = { words: Words; discount: DiscountDetails }

/** What was done just before, if it still holds: the URL says it until the reader leaves the page. */
function outcomeOf({ status, shownStatus }: DiscountDetails, done: string | undefined) {
  if (done === 'created' && status === 'draft') return 'created'
  if (done === 'published' && shownStatus === 'published') return 'published'
  if (done === 'changed') return shownStatus === 'published' ? 'changed' : 'changedIdle'
  return undefined
}

/** What has just been done, and what keeps a published discount from being used. */
export function Notices({ words, discount, done }: Props & { done: string | undefined }) {
  const { t } = words
  const { shownStatus, usesOfTotal, amountOfBudget } = discount
  const outcome = outcomeOf(discount, done)
  const full = [
    ...(usesOfTotal && usesOfTotal.used >= usesOfTotal.limit ? [t('detail.exhaustedUses')] : []),
    ...(amountOfBudget && amountOfBudget.used >= amountOfBudget.limit ? [t('detail.exhaustedBudget')] : []),
  ]
  const isOver = [usesOfTotal, amountOfBudget].some((use) => use && use.used > use.limit)
  return (
    <>
      {outcome === undefined ? null : (
        <Notice tone="good" live>
          {t(`detail.${outcome}`)}
        </Notice>
      )}
      {shownStatus === 'scheduled' ? (
        <Notice tone="info">{t('detail.scheduled', { date: startText(words, discount.validFrom) })}</Notice>
      ) : null}
      {shownStatus === 'expired' ? (
        <Notice tone="warning">{t('detail.expired', { date: endText(words, discount.validTo) })}</Notice>
      ) : null}
      {full.length > 0 && shownStatus !== 'ended' ? (
        <Notice tone="warning" title={t('detail.exhausted', { limits: words.formats.list(full) })}>
          {isOver ? t('detail.overUsed') : null}
        </Notice>
      ) : null}
    </>
  )
}

/** What it is. */
export function Facts({ words, discount }: Props) {
  const { t, formats } = words
  const pesos = (numeric: string | null, none: string) =>
    numeric === null ? <Nothing>{none}</Nothing> : formats.amount(Number(centsOfNumeric(numeric)))
  const items = [
    { term: t('detail.worth'), detail: worthText(words, discount) },
    { term: t('detail.scope'), detail: scopeText(words, discount) },
    { term: t('detail.validity'), detail: validityText(words, discount) },
    { term: t('detail.minimumPurchase'), detail: pesos(discount.minimumPurchase, t('detail.noMinimum')) },
    { term: t('detail.maximumDiscount'), detail: pesos(discount.maximumDiscount, t('detail.noMaximum')) },
    { term: t('detail.description'), detail: <span className="whitespace-pre-line">{discount.description}</span> },
  ]
  return (
    <Section title={t('detail.facts')}>
      <DescriptionList items={items} />
    </Section>
  )
}

/** The limits of a discount, and how much of each is used. */
export function Limits({ words, discount, consumptions }: Props & { consumptions: string | undefined }) {
  const { t } = words
  const { usesOfTotal, amountOfBudget, usesPerCollaboratorPerDay, activeAuthorizations } = discount
  const none = <Nothing>{t('detail.noLimit')}</Nothing>
  const items = [
    {
      term: t('detail.usesTotal'),
      detail: usesOfTotal ? (
        <Meter label={usesText(words, usesOfTotal)} value={Number(usesOfTotal.used)} max={Number(usesOfTotal.limit)} />
      ) : (
        none
      ),
    },
    {
      term: t('detail.budget'),
      detail: amountOfBudget ? (
        <Meter
          label={budgetText(words, amountOfBudget)}
          value={Number(amountOfBudget.used)}
          max={Number(amountOfBudget.limit)}
        />
      ) : (
        none
      ),
    },
    {
      term: t('detail.perDay'),
      detail: usesPerCollaboratorPerDay === null ? none : t('detail.perDayUses', { count: usesPerCollaboratorPerDay }),
    },
    { term: t('detail.active'), detail: t('detail.activeCount', { count: activeAuthorizations }) },
  ]
  return (
    <Section
      title={t('detail.limits')}
      actions={consumptions === undefined ? undefined : <Link href={consumptions}>{t('detail.seeConsumptions')}</Link>}
    >
      <DescriptionList items={items} />
    </Section>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>

/** Which companies grant it, and to whom. */
export function Grants({ words: { t, formats }, discount }: Props) {
  return (
    <Section title={t('detail.grants')}>
      {discount.grants.length === 0 ? (
        <EmptyState title={t('detail.notGranted')}>{t('detail.notGrantedText')}</EmptyState>
      ) : (
        <Table
          caption={t('detail.grants')}
          rows={discount.grants}
          rowKey={({ id }) => id}
          columns={[
            { key: 'company', label: t('detail.company'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
            {
              key: 'to',
              label: t('detail.to'),
              cell: ({ types }) => (types.length === 0 ? t('detail.wholeTeam') : formats.list(types)),
            },
            {
              key: 'since',
              label: t('detail.since'),
              cell: ({ since }) => <RelativeTime moment={formats.moment(since)} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
