import type { Metadata } from 'next'
import { Card, PageHeader, Section } from '@/components/ui/layout'
import { requireUser } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { PasswordForm, ProfileForm } from './_components/account-forms'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('account'))('title') })

export default async function AccountPage() {
  const { session } = await requireUser()
  const t = await translations('account')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Section title={t('profile')}>
        <Card>
          <ProfileForm name={session.name} email={session.email} language={session.language} />
        </Card>
      </Section>
      <Section title={t('password')} lead={t('passwordLead')}>
        <Card>
          <PasswordForm email={session.email} />
        </Card>
      </Section>
    </>
  )
}
