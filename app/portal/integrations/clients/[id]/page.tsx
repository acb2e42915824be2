import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { needsStepUp } from '@/lib/accounts/session'
import { showOAuthClient } from '@/lib/credentials/show-credential'
import { memberAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { AccessNotice } from '../../_components/access-notice'
import { CredentialPage } from '../../_components/credential-page'
import { clientFacts } from '../../_components/facts'
import { targetOfClient } from '../../_components/target'
import { idOf, orNotFound } from '../../id-of'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('integrations'))('title') }
}

export default async function OAuthClientPage(props: { params: Promise<{ id: string }> }) {
  const { id: text } = await props.params
  const access = await memberAccess('merchant.integrations.manage')
  if (!access.granted) return <AccessNotice missing={access.missing} here={`/portal/integrations/clients/${text}`} />
  const id = idOf(text) ?? notFound()
  const [shown, t, formats] = await Promise.all([
    orNotFound(showOAuthClient(access.ctx, id)),
    translations('integrations'),
    pageFormats(),
  ])
  const words = { t, formats }
  return (
    <CredentialPage
      words={words}
      target={targetOfClient(shown)}
      needsCode={needsStepUp(access.ctx.session)}
      facts={clientFacts(words, shown)}
      history={shown}
    />
  )
}
