import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { ButtonLink } from '@/components/ui/link'
import { textOf } from '@/lib/kernel/address'
import { findLink } from '@/lib/me/open-session'
import { ownSignInPath } from '@/lib/web/collaborator'
import { officeService } from '@/lib/web/office-service'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { EntryTitle } from '../../_components/entry-title'
import { EnterForm } from '../_components/me-forms'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('me'))('title') })

/** Opening the link does not use it up, because programs that scan mails open links. Pressing the button does. */
export default async function MeEnterPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await translations('me')
  const token = textOf(await searchParams, 'token') ?? ''
  const link = await findLink(officeService(), token)
  if (!link) {
    return (
      <>
        <EntryTitle title={t('linkTitle')} lead={t('linkText')} />
        <ButtonLink variant="primary" href={ownSignInPath}>
          {t('askAgain')}
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <EntryTitle
        title={t('enterTitle', { name: link.displayName })}
        lead={t('enterLead', { company: link.companyName })}
      />
      <ClientTexts namespaces={['me']}>
        <EnterForm token={token} />
      </ClientTexts>
    </>
  )
}
