import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { needsStepUp } from '@/lib/accounts/session'
import { showApiKey } from '@/lib/credentials/show-credential'
import { memberAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { AccessNotice } from '../../_components/access-notice'
import { CredentialPage } from '../../_components/credential-page'
import { keyFacts } from '../../_components/facts'
import { targetOfKey } from '../../_components/target'
import { idOf, orNotFound } from '../../id-of'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('integrations'))('title') }
}

export default async function ApiKeyPage(props: { params: Promise<{ id: string }> }) {
  const { id: text } = await props.params
  const access = await memberAccess('merchant.integrations.manage')
  if (!access.granted) return <AccessNotice missing={access.missing} here={`/portal/integrations/keys/${text}`} />
  const id = idOf(text) ?? notFound()
  const [shown, t, formats] = await Promise.all([
    orNotFound(showApiKey(access.ctx, id)),
    translations('integrations'),
    pageFormats(),
  ])
  const words = { t, formats }
  return (
    <CredentialPage
      words={words}
      target={targetOfKey(shown)}
      needsCode={needsStepUp(access.ctx.session)}
      facts={keyFacts(words, shown)}
      history={shown}
    />
  )
}
