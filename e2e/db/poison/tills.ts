import { randomBytes, randomUUID } from 'node:crypto'
import * as requests from '@/db/queries/tills/api-requests'
import * as authorizations from '@/db/queries/tills/authorizations'
import * as certification from '@/db/queries/tills/certification'
import * as consumptions from '@/db/queries/tills/consumptions'
import * as records from '@/db/queries/tills/credential-calls'
import * as credentials from '@/db/queries/tills/credentials'
import { listIdentificationTypes } from '@/db/queries/tills/identification-types'
import * as members from '@/db/queries/tills/member-records'
import * as offers from '@/db/queries/tills/offers'
import * as openings from '@/db/queries/tills/openings'
import * as reservations from '@/db/queries/tills/reservations'
import * as sums from '@/db/queries/tills/sales-sums'
import * as sandbox from '@/db/queries/tills/sandbox-faults'
import * as sweep from '@/db/queries/tills/sweep'
import * as terminals from '@/db/queries/tills/terminals'
import type { Lines, World } from './world'

const bytes = () => randomBytes(32)
/** What a day had when it ended is summed first: a day may end between two questions. */
const nothingLeft = async (sum: () => Promise<number>): Promise<void> => {
  while ((await sum()) > 0);
}
const nobody = { address: null, userAgent: null }

const reservation = ({ mine }: World): authorizations.Reservation => ({
  merchantId: mine.merchantId,
  code: randomBytes(8).toString('hex'),
  reference: `nueva-${mine.mark}`,
  idempotencyKey: randomUUID(),
  fingerprint: bytes(),
  apiKeyId: mine.apiKeyId,
  oauthClientId: null,
  discountId: mine.discountId,
  companyId: mine.companyId,
  collaboratorId: String(mine.collaboratorId),
  branchId: undefined,
  purchaseAmount: '100.00',
  discountAmount: '10.00',
  finalAmount: '90.00',
  discountType: 'PCT',
  discountValue: '10.00',
  maximumDiscount: null,
  scope: 'store',
  matchedSubtotal: null,
  itemsJson: null,
  ttlSeconds: 900,
})

const person = async ({ sql, mine }: World): Promise<offers.PersonAtMerchant> => {
  const [row] = await sql<{ identificationTypeId: number; hmac: Buffer }[]>`
    select identification_type_id as "identificationTypeId", identification_hmac as hmac
    from collaborators where id = ${mine.collaboratorId}`
  if (!row) throw new Error('the tenant has a collaborator')
  const { identificationTypeId, hmac } = row
  return { identificationTypeId, identificationHmacs: [hmac], merchantId: mine.merchantId, branchId: mine.branchId }
}

const application = async (world: World) => ({
  ...(await person(world)),
  discountId: world.mine.discountId,
  idempotencyKey: randomUUID(),
})

const reservationAsked = async (world: World): Promise<reservations.ReservationAsked> => {
  const { code, reference, fingerprint, purchaseAmount, itemsJson, ttlSeconds } = reservation(world)
  const asked = { code, reference, fingerprint, purchaseAmount, itemsJson, ttlSeconds }
  return { ...(await application(world)), ...asked, heldGenerations: [1] }
}

const apiKey = async ({ sql, mine }: World) => {
  const [row] = await sql<{ prefix: string; secretHash: Buffer }[]>`
    select prefix, secret_hash as "secretHash" from api_keys where id = ${mine.apiKeyId}`
  if (!row) throw new Error('the tenant has a key')
  return row
}

const client = async ({ sql, mine }: World) => {
  const [row] = await sql<{ clientId: string; secretHash: Buffer }[]>`
    select client_id as "clientId", secret_hash as "secretHash" from oauth_clients where id = ${mine.oauthClientId}`
  if (!row) throw new Error('the tenant has a client')
  return { ...row, id: mine.oauthClientId, merchantId: mine.merchantId }
}

/** The hash of a token that lives, or of one that has been dead for two days. */
const token = async (world: World, { dead = false } = {}) => {
  const [hash, { sql, mine }] = [bytes(), world]
  await sql`insert into access_tokens (token_hash, oauth_client_id, merchant_id, permissions, issued_at, expires_at)
    values (${hash}, ${mine.oauthClientId}, ${mine.merchantId}, '{core.integrations}', now() - interval '3 days',
      now() + ${dead ? '-2 days' : '1 hour'}::interval)`
  return hash
}

const refusal = ({ mine }: World): records.RefusalCount => ({
  kind: 'api_key',
  merchantId: mine.merchantId,
  credentialId: mine.apiKeyId,
  reason: 'expired',
  operation: 'POST /api',
  times: 2,
  at: new Date(),
  ...nobody,
  requestId: mine.mark,
})

const overdue = ({ sql, mine }: World) =>
  sql`update authorizations set authorized_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
    where id = ${mine.activeAuthorizationId}`

const terminalNews = ({ mine }: World, terminal: string): terminals.TerminalNews => ({
  ...{ merchantId: mine.merchantId, terminal, fromAddress: '', fromAdapter: '', branchId: mine.branchId },
  ...{ seenAt: new Date().toISOString(), callAt: new Date().toISOString(), tokenAt: null, saleAt: null },
  ...{ apiKeyId: mine.apiKeyId, oauthClientId: null, tokenDigest: null, address: null, userAgent: null },
  ...{ refusedAt: null, refusedReason: null, refusedOperation: null, refusedAddress: null },
})

/** A terminal of the merchant, last seen so many days ago. */
const terminal = async ({ sql, mine }: World, days = 0) => {
  const [row] = await sql<{ id: number }[]>`
    insert into terminals (merchant_id, terminal, first_seen_at, seen_at, archived_at)
    values (${mine.merchantId}, 'CAJA-99', now(), now() - ${days}::int * interval '1 day', ${days > 300 ? sql`now()` : null})
    returning id::int as id`
  return row?.id ?? 0
}

const certificationCall = ({ mine }: World): certification.CertificationCall => {
  const id = randomUUID()
  // Within the hour of the run, also where the clocks of the service and of the database differ.
  const at = Date.now() + 60_000
  return {
    ...{ merchantId: mine.merchantId, apiKeyId: mine.apiKeyId, oauthClientId: null, id, adapter: 'Otra/1' },
    arrivedAt: new Date(at).toISOString(),
    seen: {
      ...{ id, requestId: id, credential: { kind: 'api_key', id: mine.apiKeyId }, operation: 'applyDiscount' },
      ...{ method: 'POST', arrivedAt: at, answeredAt: at, status: 201, sent: {}, answered: {} },
    },
  }
}

const terminalHour = ({ mine }: World, terminalId: number): terminals.TerminalHour => ({
  ...{
    merchantId: mine.merchantId,
    terminalId,
    hour: 1,
    done: 1,
    refused: 0,
    denied: 0,
    limited: 0,
    failed: 0,
    reserved: 0,
  },
  ...{ confirmed: 0, replayed: 0, ended: 0, expired: 0, clockSamples: 0, clockSeconds: null },
})

const memberOf = ({ mine }: World): members.MemberAtTill => ({ merchantId: mine.merchantId, userId: mine.userId })

const everything = { from: undefined, to: undefined, branchId: undefined, reference: undefined, code: undefined }

const consumption = (w: World, reference: string): consumptions.NewConsumption => ({
  apiKeyId: w.mine.apiKeyId,
  oauthClientId: null,
  merchantId: w.mine.merchantId,
  code: randomBytes(8).toString('hex'),
  authorizationCode: `A-${reference}`,
  reference,
  consumptionDate: new Date().toISOString(),
  idempotencyKey: randomUUID(),
  fingerprint: bytes(),
  newTotal: null,
  recalculated: null,
})

export const tillLines: Lines = {
  'db/queries/tills/api-requests#insertApiRequests': (w) => () => {
    const batch = new requests.ApiRequestBatch()
    batch.add({
      merchantId: w.mine.merchantId,
      occurredAt: new Date().toISOString(),
      id: randomUUID(),
      apiKeyId: w.mine.apiKeyId,
      oauthClientId: null,
      operation: 'applyDiscount',
      status: 201,
      code: null,
      replayed: false,
      durationMs: 1,
      requestId: w.mine.mark,
      requestIdTellsMoment: false,
      reference: null,
      address: null,
      details: {},
    })
    return requests.insertApiRequests(w.tills, batch)
  },
  'db/queries/tills/api-requests#keepApiRequestDays': async (w) => {
    await requests.keepApiRequestDays(w.tills)
    const [last] = await w.sql<{ day: string }[]>`
      select inhrelid::regclass::text as day from pg_inherits
      where inhparent = 'api_requests'::regclass and inhrelid::regclass::text ~ '[0-9]$' order by day desc limit 1`
    await w.sql.unsafe(`drop table ${last?.day}`)
    return () => requests.keepApiRequestDays(w.tills)
  },
  'db/queries/tills/authorizations#reserve': (w) => () =>
    authorizations.reserve(w.tills, reservation(w), { limited: false }),
  'db/queries/tills/authorizations#findBoundKey': async (w) => {
    const bound = reservation(w)
    await authorizations.reserve(w.tills, bound, { limited: false })
    return () => authorizations.findBoundKey(w.tills, w.mine.merchantId, bound.idempotencyKey)
  },
  'db/queries/tills/authorizations#loadAuthorization': (w) => () =>
    authorizations.loadAuthorization(w.tills, w.mine.merchantId, String(w.mine.authorizationId)),
  'db/queries/tills/authorizations#findAuthorization': (w) => () =>
    authorizations.findAuthorization(w.tills, w.mine.merchantId, w.mine.authorizationCode, w.mine.reference),
  'db/queries/tills/authorizations#findLatestAuthorization': (w) => () =>
    authorizations.findLatestAuthorization(w.tills, w.mine.merchantId, w.mine.reference),
  'db/queries/tills/authorizations#release': (w) => () =>
    authorizations.release(w.tills, w.mine.merchantId, `A-${w.mine.activeReference}`, w.mine.activeReference),
  'db/queries/tills/authorizations#expireOverdueOfDiscount': async (w) => {
    await overdue(w)
    return () => authorizations.expireOverdueOfDiscount(w.tills, w.mine.merchantId, w.mine.discountId)
  },
  'db/queries/tills/reservations#reserveByApiKey': async (w) => {
    const call = { presented: await apiKey(w), asked: await reservationAsked(w) }
    return () => reservations.reserveByApiKey(w.tills, call)
  },
  'db/queries/tills/reservations#reserveByAccessToken': async (w) => {
    const presented = { tokenDigest: (await token(w)).toString('hex') }
    const call = { presented, asked: await reservationAsked(w) }
    return () => reservations.reserveByAccessToken(w.tills, call)
  },
  'db/queries/tills/consumptions#consume': (w) => () =>
    consumptions.consume(w.tills, consumption(w, w.mine.activeReference)),
  'db/queries/tills/consumptions#consumeByApiKey': async (w) => {
    const call = { presented: await apiKey(w), asked: consumption(w, w.mine.activeReference) }
    return () => consumptions.consumeByApiKey(w.tills, call)
  },
  'db/queries/tills/consumptions#consumeByAccessToken': async (w) => {
    const presented = { tokenDigest: (await token(w)).toString('hex') }
    const call = { presented, asked: consumption(w, w.mine.activeReference) }
    return () => consumptions.consumeByAccessToken(w.tills, call)
  },
  'db/queries/tills/consumptions#consumeLate': async (w) => {
    await w.sql`update merchants set late_notification_hours = 72 where id = ${w.mine.merchantId}`
    await w.sql`update authorizations set expires_at = authorized_at + interval '1 microsecond'
      where merchant_id = ${w.mine.merchantId} and reference = ${w.mine.activeReference}`
    const paid = { ...consumption(w, w.mine.activeReference), consumptionDate: '2026-01-02T03:04:05Z' }
    return () => consumptions.consumeLate(w.tills, paid)
  },
  'db/queries/tills/consumptions#isTooFarAhead': (w) => () =>
    consumptions.isTooFarAhead(w.tills, '2099-01-01T00:00:00Z'),
  'db/queries/tills/consumptions#loadConsumption': (w) => () =>
    consumptions.loadConsumption(w.tills, w.mine.merchantId, String(w.mine.consumptionId)),
  'db/queries/tills/consumptions#listConsumptions': (w) => () =>
    consumptions.listConsumptions(w.tills, w.mine.merchantId, { ...everything, after: undefined, limit: 10 }),
  'db/queries/tills/credential-calls#addCalls': (w) => () =>
    records.addCalls(w.tills, [
      {
        kind: 'api_key',
        merchantId: w.mine.merchantId,
        credentialId: w.mine.apiKeyId,
        hour: Math.floor(Date.now() / 3_600_000),
        outcome: 'done',
        calls: 1,
      },
    ]),
  'db/queries/tills/credential-calls#insertRefusals': (w) => () => records.insertRefusals(w.tills, [refusal(w)]),
  'db/queries/tills/credential-calls#addToRefusals': async (w) => {
    const [rowId = 0] = await records.insertRefusals(w.tills, [refusal(w)])
    return () => records.addToRefusals(w.tills, [{ ...refusal(w), rowId }])
  },
  'db/queries/tills/credential-calls#findNamed': async (w) => {
    const { clientId } = await client(w)
    return () => records.findNamed(w.tills, 'oauth_client', [clientId])
  },
  'db/queries/tills/sandbox-faults#takeArmedFault': async (w) => {
    await w.sql`insert into sandbox_faults (merchant_id, api_key_id, kind, times_left, until)
      values (${w.mine.merchantId}, ${w.mine.apiKeyId}, 'lost', 9, now() + interval '1 hour')`
    const ids = { apiKeyId: w.mine.apiKeyId, oauthClientId: null }
    return () => sandbox.takeArmedFault(w.tills, w.mine.merchantId, ids, 'applyDiscount')
  },
  'db/queries/tills/credentials#findApiKey': async (w) => {
    const [key] = await w.sql<{ prefix: string }[]>`select prefix from api_keys where id = ${w.mine.apiKeyId}`
    return () => credentials.findApiKey(w.tills, key?.prefix ?? '')
  },
  'db/queries/tills/credentials#findOwnCredential': (w) => async () => {
    const { serverTime: _, ...row } = await credentials.findOwnCredential(w.tills, w.mine.merchantId, {
      kind: 'api_key',
      id: w.mine.apiKeyId,
    })
    return row
  },
  'db/queries/tills/credentials#findAccessToken': async (w) => {
    const hash = await token(w)
    return () => credentials.findAccessToken(w.tills, hash.toString('hex'))
  },
  'db/queries/tills/credentials#findOAuthClient': async (w) => {
    const { clientId } = await client(w)
    return () => credentials.findOAuthClient(w.tills, clientId)
  },
  'db/queries/tills/credentials#findClientAndIssue': async (w) => {
    const { clientId, secretHash } = await client(w)
    const asked = { clientId, secretHash, permissions: null, tokenHash: bytes(), ttlSeconds: 60 }
    return () => credentials.findClientAndIssue(w.tills, asked)
  },
  'db/queries/tills/credentials#insertAccessToken': async (w) => {
    const made = { client: await client(w), tokenHash: bytes(), permissions: ['core.integrations'], ttlSeconds: 60 }
    return () => credentials.insertAccessToken(w.tills, made)
  },
  'db/queries/tills/credentials#revokeAccessToken': async (w) => {
    const hash = await token(w)
    return () => credentials.revokeAccessToken(w.tills, w.mine.oauthClientId, hash)
  },
  'db/queries/tills/credentials#writeLastUses': (w) => () => {
    const use = { kind: 'api_key', credentialId: w.mine.apiKeyId, at: new Date(), ...nobody } as const
    return credentials.writeLastUses(w.tills, 'api_key', [use])
  },
  'db/queries/tills/identification-types#listIdentificationTypes': (w) => () => listIdentificationTypes(w.tills),
  'db/queries/tills/member-records#lockMember': (w) => () => members.lockMember(w.tills, memberOf(w)),
  'db/queries/tills/member-records#markAuthorization': (w) => () =>
    members.markAuthorization(w.tills, memberOf(w), w.mine.authorizationCode),
  'db/queries/tills/member-records#markConsumption': async (w) => {
    const [row] = await w.sql<{ code: string }[]>`
      select code from consumptions where merchant_id = ${w.mine.merchantId} limit 1`
    return () => members.markConsumption(w.tills, memberOf(w), row?.code ?? '')
  },
  'db/queries/tills/member-records#findCodeOfKey': async (w) => {
    const bound = reservation(w)
    await authorizations.reserve(w.tills, bound, { limited: false })
    return () => members.findCodeOfKey(w.tills, w.mine.merchantId, bound.idempotencyKey)
  },
  'db/queries/tills/member-records#findConsumptionCode': (w) => () =>
    members.findConsumptionCode(w.tills, w.mine.merchantId, w.mine.authorizationCode),
  'db/queries/tills/member-records#recordSaleEvent': (w) => () =>
    members.recordSaleEvent(
      w.tills,
      memberOf(w),
      { ...nobody, requestId: w.mine.mark },
      { action: 'sale.charged', outcome: 'done', subject: w.mine.mark, details: { reference: w.mine.reference } },
    ),
  'db/queries/tills/offers#findOffers': async (w) => {
    const asked = await person(w)
    return () => offers.findOffers(w.tills, asked)
  },
  'db/queries/tills/offers#loadApplyGround': async (w) => {
    const asked = await application(w)
    return () => offers.loadApplyGround(w.tills, asked)
  },
  'db/queries/tills/openings#findOffersByApiKey': async (w) => {
    const question = { presented: await apiKey(w), asked: await person(w) }
    return () => openings.findOffersByApiKey(w.tills, question)
  },
  'db/queries/tills/openings#findOffersByAccessToken': async (w) => {
    const question = { presented: { tokenDigest: (await token(w)).toString('hex') }, asked: await person(w) }
    return () => openings.findOffersByAccessToken(w.tills, question)
  },
  'db/queries/tills/openings#loadApplyGroundByApiKey': async (w) => {
    const question = { presented: await apiKey(w), asked: await application(w) }
    return () => openings.loadApplyGroundByApiKey(w.tills, question)
  },
  'db/queries/tills/openings#loadApplyGroundByAccessToken': async (w) => {
    const question = { presented: { tokenDigest: (await token(w)).toString('hex') }, asked: await application(w) }
    return () => openings.loadApplyGroundByAccessToken(w.tills, question)
  },
  'db/queries/tills/offers#listMatchingSkus': (w) => () => {
    const target = { articleCategoryId: null, articleId: w.mine.articleId }
    return offers.listMatchingSkus(w.tills, w.mine.merchantId, target, [w.mine.sku])
  },
  'db/queries/tills/sweep#sweepOverdueAuthorizations': async (w) => {
    await overdue(w)
    return () => sweep.sweepOverdueAuthorizations(w.tills)
  },
  'db/queries/tills/sweep#disableDueMerchants': async (w) => {
    await w.sql`insert into merchant_disablings (merchant_id, cause, message, ordered_by, takes_effect_at)
      values (${w.mine.merchantId}, 'other', 'Vence', ${w.mine.userId}, now())`
    return () => sweep.disableDueMerchants(w.tills)
  },
  'db/queries/tills/sweep#overdueSeconds': async (w) => {
    await overdue(w)
    return () => sweep.overdueSeconds(w.tills)
  },
  'db/queries/tills/sweep#sweepExpiredTokens': async (w) => {
    await token(w, { dead: true })
    return () => sweep.sweepExpiredTokens(w.tills)
  },
  'db/queries/tills/sweep#sweepExpiredImports': async (w) => {
    await w.sql`update imports set expires_at = now() where id = ${w.mine.importId}`
    return () => sweep.sweepExpiredImports(w.tills)
  },
  'db/queries/tills/sales-sums#sumConsumptionDays': async (w) => {
    await nothingLeft(() => sums.sumConsumptionDays(w.tills))
    return () => sums.sumConsumptionDays(w.tills)
  },
  'db/queries/tills/sales-sums#sumConsumptionCompanyDays': async (w) => {
    await nothingLeft(() => sums.sumConsumptionCompanyDays(w.tills))
    return () => sums.sumConsumptionCompanyDays(w.tills)
  },
  'db/queries/tills/sales-sums#sumAuthorizationDays': async (w) => {
    await nothingLeft(() => sums.sumAuthorizationDays(w.tills))
    return () => sums.sumAuthorizationDays(w.tills)
  },
  'db/queries/tills/sweep#sweepOldCalls': async (w) => {
    await w.sql`update credential_calls set hour = hour - interval '5 years' where merchant_id = ${w.mine.merchantId}`
    return () => sweep.sweepOldCalls(w.tills)
  },
  'db/queries/tills/sweep#sweepOldRefusals': async (w) => {
    await w.sql`update credential_refusals set occurred_at = now() - interval '5 years' where merchant_id = ${w.mine.merchantId}`
    return () => sweep.sweepOldRefusals(w.tills)
  },
  'db/queries/tills/sweep#sweepTerminalHours': async (w) => {
    await terminals.addTerminalHours(w.tills, [terminalHour(w, await terminal(w))])
    return () => sweep.sweepTerminalHours(w.tills)
  },
  'db/queries/tills/sweep#archiveTerminals': async (w) => {
    await terminal(w, 100)
    return () => sweep.archiveTerminals(w.tills)
  },
  'db/queries/tills/sweep#sweepArchivedTerminals': async (w) => {
    await terminal(w, 400)
    return () => sweep.sweepArchivedTerminals(w.tills)
  },
  'db/queries/tills/certification#insertCertificationCalls': (w) => () =>
    certification.insertCertificationCalls(w.tills, [certificationCall(w)]),
  'db/queries/tills/certification#listKnownSkus': (w) => async () => [
    ...(await certification.listKnownSkus(w.tills, w.mine.merchantId, [w.mine.sku])),
  ],
  'db/queries/tills/certification#judgeAdapters': (w) => () =>
    certification.judgeAdapters(w.tills, [certificationCall(w)]),
  'db/queries/tills/terminals#updateTerminals': async (w) => {
    await terminal(w)
    return async () => [...(await terminals.updateTerminals(w.tills, [terminalNews(w, 'CAJA-99')]))]
  },
  'db/queries/tills/terminals#insertTerminals': (w) => () =>
    terminals.insertTerminals(w.tills, w.mine.merchantId, [
      { terminal: 'CAJA-98', fromAddress: '', fromAdapter: '', seenAt: new Date().toISOString() },
    ]),
  'db/queries/tills/terminals#addTerminalHours': async (w) => {
    const terminalId = await terminal(w)
    return () => terminals.addTerminalHours(w.tills, [terminalHour(w, terminalId)])
  },
  'db/queries/tills/terminals#listUsed': (w) => async () => [
    ...(await terminals.listUsed(w.tills, [{ merchantId: w.mine.merchantId, code: w.mine.authorizationCode }])),
  ],
  'db/queries/tills/terminals#listPresentNames': async (w) => {
    const into = await terminal(w)
    await w.sql`insert into terminals (merchant_id, terminal, first_seen_at, seen_at, archived_at, merged_into)
      values (${w.mine.merchantId}, 'FORMER', now(), now(), now(), ${into})`
    const key = { merchantId: w.mine.merchantId, terminal: 'FORMER', fromAddress: '', fromAdapter: '' }
    return async () => [...(await terminals.listPresentNames(w.tills, [key]))]
  },
}
