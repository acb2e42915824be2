import type { Metadata } from 'next'
import { PageHeader } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { requireCompanyMember } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { companySectionsFor } from '../_components/sections'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('home'))('title') })

export default async function CompanyHomePage() {
  const { member, session } = await requireCompanyMember()
  const t = await translations('companyHome')
  const company = session.companyMembership?.name ?? ''
  const sections = companySectionsFor(member.permissions)
  return (
    <>
      <PageHeader title={t('greeting', { name: session.name })} lead={t('lead', { company })} />
      {sections.length === 0 ? (
        <EmptyState title={t('nothingTitle', { company })}>{t('nothingText')}</EmptyState>
      ) : null}
    </>
  )
}
