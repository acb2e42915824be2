import { timingSafeEqual } from 'node:crypto'
import type { Idempotency, Redeemer } from '@/lib/context'
import { Fault } from '@/lib/kernel/fault'

/** The answer of a write: made now, or made before and shown again (D44). */
export type Replayable<Value> = { value: Value; replayed: boolean }

/** Throws `idempotency_key_reused` when the key was bound by another operation or another body (D44). */
export async function refuseUnlessSame(bound: Buffer, { fingerprint, formerly }: Idempotency): Promise<void> {
  if (timingSafeEqual(bound, fingerprint)) return
  const former = formerly ? await formerly() : []
  if (!former.some((each) => timingSafeEqual(bound, each))) throw new Fault('idempotency_key_reused')
}

/** The credential as the two columns of a record. */
export const credentialIds = ({ credential }: Redeemer) => ({
  apiKeyId: credential?.kind === 'api_key' ? credential.id : null,
  oauthClientId: credential?.kind === 'oauth_client' ? credential.id : null,
})
