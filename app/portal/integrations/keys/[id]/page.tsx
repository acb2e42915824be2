import { showApiKey } from '@/lib/credentials/show-credential'
import { credentialMetadata, credentialPage } from '../../_components/credential-page'
import { keyFacts } from '../../_components/facts'
import { targetOfKey } from '../../_components/target'

type Props = { params: Promise<{ id: string }> }

const of = { path: 'keys', show: showApiKey, targetOf: targetOfKey, factsOf: keyFacts } as const

export const generateMetadata = ({ params }: Props) => credentialMetadata(params, of)

export default function ApiKeyPage({ params }: Props) {
  return credentialPage(params, of)
}
