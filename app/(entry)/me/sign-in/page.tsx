import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { textOf } from '@/lib/kernel/address'
import { linkMinutes } from '@/lib/me/session'
import { currentCollaborator, ownPagePath, ownSignInPath } from '@/lib/web/collaborator'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { EntryTitle } from '../../_components/entry-title'
import { MailLinkForm } from '../_components/me-forms'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('me'))('title') })

export default async function MeSignInPage({ searchParams }: { searchParams: SearchParams }) {
  if (await currentCollaborator()) redirect(ownPagePath)
  const given = await searchParams
  const t = await translations('me')
  if (textOf(given, 'sent') !== undefined) {
    return (
      <>
        <EntryTitle title={t('sentTitle')} lead={t('sentText', { minutes: String(linkMinutes) })} />
        <p className="text-center text-sm">
          <Link href={ownSignInPath}>{t('otherEmail')}</Link>
        </p>
      </>
    )
  }
  return (
    <>
      <EntryTitle title={t('title')} lead={t('signInLead')} />
      {textOf(given, 'notice') === 'signed_out' ? <Notice>{t('signedOut')}</Notice> : null}
      <ClientTexts namespaces={['me']}>
        <MailLinkForm />
      </ClientTexts>
    </>
  )
}
