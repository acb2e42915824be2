import { findApiKeyOf } from '@/db/queries/offices/api-keys'
import { listEventsOf, type SubjectEvent } from '@/db/queries/offices/audit-events'
import {
  type CredentialRef,
  countCallsByDay,
  countCallsOfLastDay,
  listRefusals,
  type RefusalRecord,
} from '@/db/queries/offices/credential-calls'
import { listHandOffs } from '@/db/queries/offices/hand-offs'
import { findOAuthClientOf } from '@/db/queries/offices/oauth-clients'
import { type Device, deviceOf } from '@/lib/accounts/device'
import { attemptView } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { integrationsPermission } from './permissions'
import { type ApiKeyView, type OAuthClientView, viewApiKey, viewOAuthClient } from './views'

/** The outcomes of a credential's calls of one day. */
export type DayOfCalls = Awaited<ReturnType<typeof countCallsByDay>>[number]

type History = {
  /** Accepted calls of the last 24 hours. */
  callsOfLastDay: number
  days: DayOfCalls[]
  refusals: RefusalRecord[]
  events: TrailEvent[]
  /** Open ones. */
  handOffs: HandOff[]
}

type HandOff = Awaited<ReturnType<typeof listHandOffs>>[number]

/** What was done with a credential, and by which device. */
export type TrailEvent = Omit<SubjectEvent, 'userAgent'> & { device: Device }

const viewEvent = ({ userAgent, ...event }: SubjectEvent): TrailEvent => ({ ...event, device: deviceOf(userAgent) })

export const daysShown = 30
const refusalsShown = 20
const eventsShown = 50

async function historyOf(ctx: OfficeContext, credential: CredentialRef): Promise<History> {
  const { merchantId } = ctx.member
  const subject = { type: credential.kind, id: credential.id }
  const [callsOfLastDay, days, refusals, events, handOffs] = await Promise.all([
    countCallsOfLastDay(ctx.db, merchantId, credential),
    countCallsByDay(ctx.db, merchantId, credential, daysShown),
    listRefusals(ctx.db, merchantId, credential, refusalsShown),
    listEventsOf(ctx.db, merchantId, subject, eventsShown),
    listHandOffs(ctx.db, merchantId, credential),
  ])
  return { callsOfLastDay, days, refusals, events: events.map(viewEvent), handOffs }
}

const seen = ({ kind, id }: CredentialRef) =>
  ({
    permission: integrationsPermission,
    action: `${kind}.seen`,
    subject: { type: kind, id },
  }) as const

/** An API key of the member's merchant with its calls, refusals and trail. Throws `not_found`, also for another merchant's. */
export const showApiKey = (ctx: OfficeContext, id: number): Promise<ApiKeyView & History> =>
  attemptView(ctx, seen({ kind: 'api_key', id }), async () => {
    const key = await findApiKeyOf(ctx.db, ctx.member.merchantId, id)
    if (!key) throw new OfficeFault('not_found')
    return { ...viewApiKey(key), ...(await historyOf(ctx, { kind: 'api_key', id })) }
  })

/** An OAuth client of the member's merchant, likewise. */
export const showOAuthClient = (ctx: OfficeContext, id: number): Promise<OAuthClientView & History> =>
  attemptView(ctx, seen({ kind: 'oauth_client', id }), async () => {
    const client = await findOAuthClientOf(ctx.db, ctx.member.merchantId, id)
    if (!client) throw new OfficeFault('not_found')
    return { ...viewOAuthClient(client), ...(await historyOf(ctx, { kind: 'oauth_client', id })) }
  })

/** When and from where a credential was last used. */
export type LastUses = {
  lastUsedAt: Date | null
  lastUsedAddress: string | null
  /** Of OAuth clients only. */
  lastTokenAt: Date | null
  lastTokenAddress: string | null
}

const noToken = { lastTokenAt: null, lastTokenAddress: null }

/** The last uses of a credential of the member's merchant. Throws `not_found`. */
export const showLastUses = (ctx: OfficeContext, credential: CredentialRef): Promise<LastUses> =>
  attemptView(ctx, seen(credential), async () => {
    const { merchantId } = ctx.member
    const found =
      credential.kind === 'oauth_client'
        ? await findOAuthClientOf(ctx.db, merchantId, credential.id)
        : await findApiKeyOf(ctx.db, merchantId, credential.id)
    if (!found) throw new OfficeFault('not_found')
    const { lastUsedAt, lastUsedAddress } = found
    const { lastTokenAt, lastTokenAddress } = 'lastTokenAt' in found ? found : noToken
    return { lastUsedAt, lastUsedAddress, lastTokenAt, lastTokenAddress }
  })
