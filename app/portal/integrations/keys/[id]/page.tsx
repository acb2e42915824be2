import { showApiKey } from '@/lib/credentials/show-credential'
import { credentialMetadata, credentialPage } from '../../_components/credential-page'
import { keyFacts } from '../../_components/facts'
import { targetOfKey } from '../../_components/target'

export const generateMetadata = credentialMetadata

export default function ApiKeyPage(props: { params: Promise<{ id: string }> }) {
  return credentialPage(props.params, {
    path: 'keys',
    show: showApiKey,
    targetOf: targetOfKey,
    factsOf: keyFacts,
  })
}
