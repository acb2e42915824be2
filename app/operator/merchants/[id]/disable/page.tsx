import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Figures } from '@/components/ui/figures'
import { PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { needsStepUp } from '@/lib/accounts/session'
import { showDecider } from '@/lib/approvals/four-eyes'
import { addDays, localDayOf } from '@/lib/language/days'
import { disablingCauses, disablingDaysMax } from '@/lib/network-merchants/disabling'
import { networkMerchantPath } from '@/lib/network-merchants/merchants'
import { type Effect, previewDisabling, showMerchantOfNetwork } from '@/lib/network-merchants/show-merchants'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { operatorSections } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { DisableForm } from '../../_components/disable-form'
import { disableMerchantAction } from '../../actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('operatorMerchants'))('disable.submit'),
})

export default async function DisableMerchantPage({ params }: Props) {
  const access = await operatorSections.merchants.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const merchantId = idOf((await params).id) ?? notFound()
  const { merchant } = await orNotFound(showMerchantOfNetwork(ctx, merchantId))
  const effect = await orNotFound(previewDisabling(ctx, merchantId))
  const [t, approvals] = await Promise.all([translations('operatorMerchants'), translations('approvals')])
  const { dateTime } = await pageFormats()
  const { name, state } = merchant
  const now = ctx.now()
  const today = localDayOf(now)
  return (
    <ClientTexts namespaces={['operatorMerchants', 'operatorTenants', 'operatorFaults']}>
      <PageHeader
        above={<BackLink href={networkMerchantPath(merchantId)}>{t('disable.backTo')}</BackLink>}
        title={t('disable.title', { name })}
        lead={t('disable.lead')}
      />
      {state === 'enabled' ? (
        <>
          <Section title={t('disable.effectTitle')} lead={t('disable.effectLead', { at: dateTime(now) })}>
            <EffectShown effect={effect} />
          </Section>
          <Section
            title={t('disable.orderTitle')}
            lead={approvals(`deciders.${await showDecider(ctx)}`)}
            className="max-w-xl"
          >
            <DisableForm
              merchant={{ id: merchantId, name }}
              causes={disablingCauses}
              days={{ first: today, last: addDays(today, disablingDaysMax) }}
              action={disableMerchantAction}
              needsCode={needsStepUp(ctx.session)}
            />
          </Section>
        </>
      ) : (
        <Notice tone="warning">{t('disable.already')}</Notice>
      )}
    </ClientTexts>
  )
}

async function EffectShown({ effect }: { effect: Effect }) {
  const t = await translations('operatorMerchants')
  const { number, amount, time } = await pageFormats()
  const { apiKeys, oauthClients, reservations, people, companies } = effect
  const { authorizedLastHour, consumedLastHour, lateNotificationHours } = effect
  const reserved =
    reservations.until === null
      ? t('disable.reservationsNone')
      : t('disable.reservationsNote', { amount: amount(reservations.cents), at: time(reservations.until) })
  const late = lateNotificationHours === 0 ? undefined : t('disable.reservationsLate', { hours: lateNotificationHours })
  return (
    <Figures
      label={t('disable.effect')}
      figures={[
        {
          key: 'credentials',
          label: t('disable.credentials'),
          value: number(apiKeys + oauthClients),
          note: t('disable.credentialsNote', { keys: apiKeys, clients: oauthClients }),
        },
        {
          key: 'reservations',
          label: t('disable.reservations'),
          value: number(reservations.count),
          note: [reserved, late].filter((one) => one !== undefined).join(' '),
        },
        {
          key: 'people',
          label: t('disable.people'),
          value: number(people),
          note: t('disable.peopleNote', { companies }),
        },
        {
          key: 'tickets',
          label: t('disable.tickets'),
          value: number(authorizedLastHour),
          note: t('disable.ticketsNote', {
            consumed: consumedLastHour.count,
            amount: amount(consumedLastHour.cents),
          }),
        },
      ]}
    />
  )
}
