import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { SupportViews } from '@/app/_components/support/support-views'
import { PageHeader, Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { needsStepUp } from '@/lib/accounts/session'
import { listAllViews } from '@/lib/support/list-views'
import { supportMinutes } from '@/lib/support/permission'
import { operatorSections } from '@/lib/web/operator-office'
import { companyHomePath, homePath } from '@/lib/web/own-path'
import { translations } from '@/lib/web/translations'
import { StartView } from './_components/start-view'
import { startViewAction } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('support'))('title') })

export default async function SupportPage() {
  const access = await operatorSections.support.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [views, t] = await Promise.all([listAllViews(ctx), translations('support')])
  const { supportView } = ctx.session
  return (
    <ClientTexts namespaces={['support']}>
      <PageHeader title={t('title')} lead={t('lead', { minutes: String(supportMinutes) })} />
      {supportView ? (
        <Notice
          tone="warning"
          title={t('banner.title', { name: supportView.name })}
          action={
            <ButtonLink href={supportView.of === 'merchant' ? homePath : companyHomePath}>
              {t('banner.continue')}
            </ButtonLink>
          }
        />
      ) : null}
      <Section title={t('start.title')} lead={t('hidden')}>
        <StartView action={startViewAction} needsCode={needsStepUp(ctx.session)} />
      </Section>
      <Section title={t('past')}>
        {views.length === 0 ? (
          <p className="text-sm text-muted">{t('none')}</p>
        ) : (
          <SupportViews views={views} office={({ tenant }) => tenant} who={({ operator }) => operator} />
        )}
      </Section>
    </ClientTexts>
  )
}
