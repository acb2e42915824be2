import type { ReactNode } from 'react'
import { Section } from '@/components/ui/layout'
import type { ConsumptionView } from '@/lib/sales/consumptions/show-consumption'
import { pageFormats, translations } from '@/lib/web/translations'

/** The authorization and the consumption, each with its time, its credential and its amounts. */
export async function Life({ view }: { view: ConsumptionView }) {
  const [t, { amount, dateTime, exact, time }] = await Promise.all([translations('consumptions'), pageFormats()])
  const { authorization } = view
  return (
    <Section title={t('detail.life')}>
      <ol className="flex flex-col text-sm">
        <Step
          title={t('detail.authorized')}
          when={exact(authorization.authorizedAt)}
          by={t(authorization.byMember ? 'detail.byMember' : 'detail.by', { credential: authorization.credential })}
        >
          {t('detail.authorizedText', {
            discount: amount(authorization.discountCents),
            purchase: amount(authorization.purchaseCents),
            until: time(authorization.expiresAt),
          })}
        </Step>
        {view.recalculated ? (
          <Step title={t('detail.recalculated')} when={exact(view.registeredAt)}>
            {t('detail.recalculatedText', {
              before: amount(authorization.purchaseCents),
              after: amount(view.purchaseCents),
              discountBefore: amount(authorization.discountCents),
              discountAfter: amount(view.discountCents),
            })}
          </Step>
        ) : null}
        <Step
          title={t('detail.consumed')}
          when={exact(view.registeredAt)}
          by={t(view.byMember ? 'detail.byMember' : 'detail.by', { credential: view.credential })}
        >
          {t('detail.consumedText', { final: amount(view.finalCents), paid: dateTime(view.consumptionDate) })}
        </Step>
      </ol>
    </Section>
  )
}

function Step(props: { title: string; when: string; by?: string; children: ReactNode }) {
  return (
    <li className="relative flex flex-col gap-0.5 border-l-2 border-line pb-5 pl-5 last:border-transparent last:pb-0">
      <span aria-hidden className="absolute top-1 -left-1.75 size-3 rounded-full border-2 border-accent bg-canvas" />
      <span className="font-medium">{props.title}</span>
      <span className="text-muted">{props.when}</span>
      <span className="text-pretty">{props.children}</span>
      {props.by === undefined ? null : <span className="break-all text-muted">{props.by}</span>}
    </li>
  )
}
