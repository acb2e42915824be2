import { showOAuthClient } from '@/lib/credentials/show-credential'
import { credentialMetadata, credentialPage } from '../../_components/credential-page'
import { clientFacts } from '../../_components/facts'
import { targetOfClient } from '../../_components/target'

type Props = { params: Promise<{ id: string }> }

const of = { path: 'clients', show: showOAuthClient, targetOf: targetOfClient, factsOf: clientFacts } as const

export const generateMetadata = ({ params }: Props) => credentialMetadata(params, of)

export default function OAuthClientPage({ params }: Props) {
  return credentialPage(params, of)
}
