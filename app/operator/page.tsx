import type { Metadata } from 'next'
import { PageHeader } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { requireMember, sectionsFor } from '@/lib/web/office'
import { operatorOffice, operatorSections } from '@/lib/web/operator-office'
import { toRead } from '@/lib/web/reading'
import { translations } from '@/lib/web/translations'
import { SectionCards } from '../_components/section-cards'
import { NetworkAtAGlance } from './_components/network-at-a-glance'
import { PrivacyDue } from './_components/privacy-due'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('operatorHome'))('title'),
})

export default async function OperatorHomePage() {
  const ctx = await toRead(await requireMember(operatorOffice))
  const t = await translations('operatorHome')
  const sections = sectionsFor(operatorSections, ctx.member.permissions)
  return (
    <>
      <PageHeader title={t('greeting', { name: ctx.session.name })} lead={t('lead')} />
      {ctx.member.permissions.length === 0 ? (
        <EmptyState title={t('nothingTitle')}>{t('nothingText')}</EmptyState>
      ) : (
        <>
          <PrivacyDue ctx={ctx} />
          <NetworkAtAGlance ctx={ctx} />
          <SectionCards sections={sections} about={(key) => t(`about.${key}`)} />
        </>
      )}
    </>
  )
}
