import { headers } from 'next/headers'
import type { AccountContext, Origin } from '@/lib/context'
import { callerAddress } from '@/lib/http/address'
import { markedPeer } from '@/lib/http/peer-address'
import { requestIdOfHeader } from '@/lib/http/request-id'
import { officeService } from './office-service'

const userAgentMax = 400

/** Keyed by the headers of a request, so that an action and the page that it renders again have the same request id. */
const origins = new WeakMap<object, Origin>()

/** Where this request came from, the same for all that it does. */
export async function requestOrigin(): Promise<Origin> {
  const given = await headers()
  const known = origins.get(given)
  if (known) return known
  const origin = {
    address: callerAddress(markedPeer(given), given.get('x-forwarded-for'), officeService().env),
    userAgent: given.get('user-agent')?.slice(0, userAgentMax) ?? null,
    requestId: requestIdOfHeader(given.get('x-request-id')),
  }
  origins.set(given, origin)
  return origin
}

/** What the verbs of accounts work with, for whoever asks. */
export async function accountContext(): Promise<AccountContext> {
  const { db, totpKey, importKey, hashing, env } = officeService()
  const origin = await requestOrigin()
  const { PUBLIC_OFFICE_URL: officeUrl, SERVICE_ENVIRONMENT: environment } = env
  return { db, totpKey, importKey, hashing, origin, officeUrl, environment, now: () => new Date() }
}
