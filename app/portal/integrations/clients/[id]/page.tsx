import { showOAuthClient } from '@/lib/credentials/show-credential'
import { credentialMetadata, credentialPage } from '../../_components/credential-page'
import { clientFacts } from '../../_components/facts'
import { targetOfClient } from '../../_components/target'

export const generateMetadata = credentialMetadata

export default function OAuthClientPage(props: { params: Promise<{ id: string }> }) {
  return credentialPage(props.params, {
    path: 'clients',
    show: showOAuthClient,
    targetOf: targetOfClient,
    factsOf: clientFacts,
  })
}
