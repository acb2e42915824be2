import { randomBytes } from 'node:crypto'
import {
  findApiKeyByPrefix,
  findApiKeyOf,
  insertApiKey,
  listApiKeys,
  listLiveApiKeyNames,
  lockApiKey,
  markApiKeyRevoked,
  restrictApiKey,
  revokeLiveApiKeys,
  unmarkApiKey,
} from '@/db/queries/offices/api-keys'
import { listOrigins } from '@/db/queries/offices/api-requests'
import { countCallsByDay, countCallsOfLastDay, listRefusals } from '@/db/queries/offices/credential-calls'
import {
  listBranchesOfSales,
  listCredentialsOfDeparted,
  listUsesOfCalls,
  sumWrongSecrets,
} from '@/db/queries/offices/credential-hints'
import {
  countCallsByHourOfDay,
  countTerminalsByBranch,
  findSellers,
  sumLiveAuthorizations,
  sumRedemptionsByBranch,
  sumRedemptionsSince,
} from '@/db/queries/offices/credential-impact'
import {
  deleteCalendar,
  findCalendar,
  listEndings,
  noteCalendarRead,
  replaceCalendar,
} from '@/db/queries/offices/expiry-calendars'
import {
  countHandOffs,
  findHandOffOf,
  insertHandOff,
  insertWatch,
  listHandOffs,
  takeHandOff,
} from '@/db/queries/offices/hand-offs'
import { findMembership } from '@/db/queries/offices/memberships'
import { lockMerchant } from '@/db/queries/offices/merchants'
import {
  deleteLiveOAuthClients,
  findOAuthClientByClientId,
  findOAuthClientOf,
  insertOAuthClient,
  listLiveOAuthClientNames,
  listOAuthClients,
  lockOAuthClient,
  markOAuthClientDeleted,
  replaceClientSecret,
  restrictOAuthClient,
  unmarkOAuthClient,
} from '@/db/queries/offices/oauth-clients'
import {
  dismissSwitchOver,
  findFormerTokens,
  listFormerSecretUses,
  listTerminalsOf,
} from '@/db/queries/offices/switch-over'
import { abandonReplacement } from '@/lib/credentials/abandon-replacement'
import { openCalendar, revokeCalendar } from '@/lib/credentials/change-calendar'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { endAllCredentials } from '@/lib/credentials/end-all-credentials'
import { findCredential } from '@/lib/credentials/find-credential'
import { finishReplacement } from '@/lib/credentials/finish-replacement'
import { listComebacks } from '@/lib/credentials/list-comebacks'
import { listCredentials } from '@/lib/credentials/list-credentials'
import { listHints } from '@/lib/credentials/list-hints'
import { showCalendar } from '@/lib/credentials/read-calendar'
import { cancelReminder, remindLater } from '@/lib/credentials/remind-later'
import { restrictCredential } from '@/lib/credentials/restrict-credential'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { mintClientId } from '@/lib/credentials/secret'
import { showApiKey, showLastUses, showOAuthClient } from '@/lib/credentials/show-credential'
import { showExampleValues } from '@/lib/credentials/show-example-values'
import { showImpact, showImpactOfAll } from '@/lib/credentials/show-impact'
import { showOrigins } from '@/lib/credentials/show-origins'
import { proposeReplacement, showReplacement } from '@/lib/credentials/show-replacement'
import { dismissSwitchOver as endSwitchOver, showSwitchOver } from '@/lib/credentials/show-switch-over'
import { startReplacement } from '@/lib/credentials/start-replacement'
import { listBranchesInUse } from '@/lib/hand-offs/list-branches'
import { makeHandOff } from '@/lib/hand-offs/make-hand-off'
import { withdrawHandOff } from '@/lib/hand-offs/withdraw-hand-off'
import { type Cases, change, lock, of, own } from './matrix'
import type { Tenant } from './tenant'

const key = ({ apiKeyId }: Tenant) => ({ kind: 'api_key', id: apiKeyId }) as const

const successor = ({ successorId }: Tenant) => ({ kind: 'api_key', id: successorId }) as const

const ids = ({ apiKeyId, oauthClientId }: Tenant) => ({ apiKeyIds: [apiKeyId], oauthClientIds: [oauthClientId] })

const draft = { name: 'Otra', permissions: ['core.integrations' as const] }

const sealed = (branchId: number) => ({
  branchId,
  terminal: 'CAJA-01',
  hours: 24 as const,
  handleHash: randomBytes(32),
  ciphertext: randomBytes(97),
})

export const cases: Cases = {
  'db/queries/offices/hand-offs#countHandOffs': of(({ tx, mine }, theirs) =>
    countHandOffs(tx, mine.merchantId, key(theirs)),
  ),
  'db/queries/offices/hand-offs#listHandOffs': of(({ tx, mine }, theirs) =>
    listHandOffs(tx, mine.merchantId, key(theirs)),
  ),
  'db/queries/offices/hand-offs#findHandOffOf': of(({ tx, mine }, { handOffId }) =>
    findHandOffOf(tx, mine.merchantId, handOffId),
  ),
  'db/queries/offices/hand-offs#takeHandOff': of(({ tx, mine }, { handOffId }) =>
    takeHandOff(tx, mine.merchantId, handOffId),
  ),
  'db/queries/offices/hand-offs#insertHandOff': own(({ tx, mine }) =>
    insertHandOff(tx, mine.merchantId, { ...sealed(mine.branchId), credential: key(mine), createdBy: mine.userId }),
  ),
  'db/queries/offices/hand-offs#insertWatch': own(({ tx, mine }) =>
    insertWatch(tx, mine.merchantId, {
      credential: key(mine),
      terminal: null,
      tokenHash: randomBytes(32),
      minutes: 60,
    }),
  ),
  'lib/hand-offs/make-hand-off#makeHandOff': of(({ ctx, mine }, theirs) =>
    makeHandOff(ctx, { ...key(theirs), ...sealed(mine.branchId), since: null }),
  ),
  'lib/credentials/show-example-values#showExampleValues': own(({ ctx }) => showExampleValues(ctx)),
  'lib/hand-offs/list-branches#listBranchesInUse': own(({ ctx }) => listBranchesInUse(ctx)),
  'lib/hand-offs/withdraw-hand-off#withdrawHandOff': of(({ ctx }, { handOffId }) =>
    withdrawHandOff(ctx, { id: handOffId }),
  ),

  'db/queries/offices/merchants#lockMerchant': lock(({ tx, mine }) => lockMerchant(tx, mine.merchantId)),

  'db/queries/offices/api-keys#listApiKeys': own(({ tx, mine }) => listApiKeys(tx, mine.merchantId)),
  'db/queries/offices/api-keys#listLiveApiKeyNames': own(({ tx, mine }) => listLiveApiKeyNames(tx, mine.merchantId)),
  'db/queries/offices/api-keys#findApiKeyOf': of(({ tx, mine }, { apiKeyId }) =>
    findApiKeyOf(tx, mine.merchantId, apiKeyId),
  ),
  'db/queries/offices/api-keys#findApiKeyByPrefix': of(({ tx, mine }, { prefix }) =>
    findApiKeyByPrefix(tx, mine.merchantId, prefix),
  ),
  'db/queries/offices/api-keys#lockApiKey': lock(({ tx, mine }, { apiKeyId }) =>
    lockApiKey(tx, mine.merchantId, apiKeyId),
  ),
  'db/queries/offices/api-keys#insertApiKey': own(({ tx, mine }) =>
    insertApiKey(tx, mine.merchantId, {
      ...draft,
      prefix: randomBytes(8).toString('hex'),
      secretHash: randomBytes(32),
      expiresAt: new Date(Date.now() + 86_400_000),
      createdBy: mine.userId,
    }),
  ),
  'db/queries/offices/api-keys#markApiKeyRevoked': change(({ tx, mine }, { apiKeyId }) =>
    markApiKeyRevoked(tx, mine.merchantId, apiKeyId, mine.userId),
  ),

  'db/queries/offices/api-keys#restrictApiKey': change(({ tx, mine }, { apiKeyId }) =>
    restrictApiKey(tx, mine.merchantId, apiKeyId, ['203.0.113.7']),
  ),
  'db/queries/offices/api-requests#listOrigins': of(({ tx, mine }, theirs) =>
    listOrigins(tx, mine.merchantId, key(theirs), 100),
  ),
  'db/queries/offices/api-keys#revokeLiveApiKeys': own(({ tx, mine }) =>
    revokeLiveApiKeys(tx, mine.merchantId, mine.userId),
  ),

  'db/queries/offices/oauth-clients#listOAuthClients': own(({ tx, mine }) => listOAuthClients(tx, mine.merchantId)),
  'db/queries/offices/oauth-clients#listLiveOAuthClientNames': own(({ tx, mine }) =>
    listLiveOAuthClientNames(tx, mine.merchantId),
  ),
  'db/queries/offices/oauth-clients#findOAuthClientOf': of(({ tx, mine }, { oauthClientId }) =>
    findOAuthClientOf(tx, mine.merchantId, oauthClientId),
  ),
  'db/queries/offices/oauth-clients#findOAuthClientByClientId': of(({ tx, mine }, { clientId }) =>
    findOAuthClientByClientId(tx, mine.merchantId, clientId),
  ),
  'db/queries/offices/oauth-clients#lockOAuthClient': lock(({ tx, mine }, { oauthClientId }) =>
    lockOAuthClient(tx, mine.merchantId, oauthClientId),
  ),
  'db/queries/offices/oauth-clients#insertOAuthClient': own(({ tx, mine }) =>
    insertOAuthClient(tx, mine.merchantId, {
      ...draft,
      clientId: mintClientId('test', mine.merchantId),
      secretHash: randomBytes(32),
      createdBy: mine.userId,
    }),
  ),
  'db/queries/offices/oauth-clients#replaceClientSecret': change(({ tx, mine }, { oauthClientId }) =>
    replaceClientSecret(tx, mine.merchantId, oauthClientId, randomBytes(32)),
  ),
  'db/queries/offices/oauth-clients#restrictOAuthClient': change(({ tx, mine }, { oauthClientId }) =>
    restrictOAuthClient(tx, mine.merchantId, oauthClientId, ['203.0.113.7']),
  ),
  'db/queries/offices/oauth-clients#markOAuthClientDeleted': change(({ tx, mine }, { oauthClientId }) =>
    markOAuthClientDeleted(tx, mine.merchantId, oauthClientId, mine.userId),
  ),

  'db/queries/offices/oauth-clients#deleteLiveOAuthClients': own(({ tx, mine }) =>
    deleteLiveOAuthClients(tx, mine.merchantId, mine.userId),
  ),

  'db/queries/offices/credential-calls#countCallsByDay': of(({ tx, mine }, theirs) =>
    countCallsByDay(tx, mine.merchantId, key(theirs), 30),
  ),
  'db/queries/offices/credential-calls#countCallsOfLastDay': of(({ tx, mine }, theirs) =>
    countCallsOfLastDay(tx, mine.merchantId, key(theirs)),
  ),
  'db/queries/offices/credential-calls#listRefusals': of(({ tx, mine }, theirs) =>
    listRefusals(tx, mine.merchantId, key(theirs), 10),
  ),

  'db/queries/offices/credential-impact#sumRedemptionsByBranch': of(({ tx, mine }, theirs) =>
    sumRedemptionsByBranch(tx, mine.merchantId, ids(theirs)),
  ),
  'db/queries/offices/credential-impact#sumRedemptionsSince': of(({ tx, mine }, theirs) =>
    sumRedemptionsSince(tx, mine.merchantId, ids(theirs), new Date(0)),
  ),
  'db/queries/offices/credential-impact#findSellers': of(async ({ tx, mine }, theirs) => {
    const { apiKeyIds, oauthClientIds } = await findSellers(tx, mine.merchantId, ids(theirs))
    return [...apiKeyIds, ...oauthClientIds]
  }),
  'db/queries/offices/credential-impact#countTerminalsByBranch': of(({ tx, mine }, theirs) =>
    countTerminalsByBranch(tx, mine.merchantId, ids(theirs)),
  ),
  'db/queries/offices/credential-impact#sumLiveAuthorizations': of(({ tx, mine }, theirs) =>
    sumLiveAuthorizations(tx, mine.merchantId, ids(theirs)),
  ),
  'db/queries/offices/credential-impact#countCallsByHourOfDay': of(({ tx, mine }, theirs) =>
    countCallsByHourOfDay(tx, mine.merchantId, ids(theirs)),
  ),

  'db/queries/offices/credential-hints#listBranchesOfSales': own(({ tx, mine }) =>
    listBranchesOfSales(tx, mine.merchantId),
  ),
  'db/queries/offices/credential-hints#sumWrongSecrets': own(({ tx, mine }) => sumWrongSecrets(tx, mine.merchantId)),
  'db/queries/offices/credential-hints#listCredentialsOfDeparted': own(({ tx, mine }) =>
    listCredentialsOfDeparted(tx, mine.merchantId),
  ),
  'db/queries/offices/credential-hints#listUsesOfCalls': own(({ tx, mine }) => listUsesOfCalls(tx, mine.merchantId)),

  'lib/credentials/list-hints#listHints': own(async ({ ctx }) =>
    listHints(ctx, await listCredentials(ctx), new Date()),
  ),
  'db/queries/offices/expiry-calendars#listEndings': own(({ tx, mine }) => listEndings(tx, mine.merchantId)),
  'db/queries/offices/expiry-calendars#findCalendar': of(({ tx, mine }, { userId }) =>
    findCalendar(tx, mine.merchantId, userId),
  ),
  'db/queries/offices/expiry-calendars#deleteCalendar': of(({ tx, mine }, { userId }) =>
    deleteCalendar(tx, mine.merchantId, userId),
  ),
  'db/queries/offices/expiry-calendars#replaceCalendar': own(({ tx, mine }) =>
    replaceCalendar(tx, mine.merchantId, mine.userId, randomBytes(32)),
  ),
  'db/queries/offices/expiry-calendars#noteCalendarRead': of(({ tx, mine }, { userId }) =>
    noteCalendarRead(tx, mine.merchantId, userId),
  ),
  'lib/credentials/change-calendar#openCalendar': own(({ ctx }) => openCalendar(ctx)),
  'lib/credentials/change-calendar#revokeCalendar': own(({ ctx }) => revokeCalendar(ctx)),
  'lib/credentials/read-calendar#showCalendar': own(async ({ ctx }) => showCalendar(ctx)),
  'lib/credentials/list-credentials#listCredentials': own(({ ctx }) => listCredentials(ctx)),
  'lib/credentials/find-credential#findCredential': of(({ ctx }, { prefix }) =>
    findCredential(ctx, { kind: 'api_key', name: prefix }),
  ),
  'lib/credentials/create-api-key#createApiKey': own(({ ctx }) => createApiKey(ctx, { ...draft, validityDays: 30 })),
  'lib/credentials/create-oauth-client#createOAuthClient': own(({ ctx }) => createOAuthClient(ctx, draft)),
  'lib/credentials/revoke-api-key#revokeApiKey': of(async ({ ctx, tx, mine }, { apiKeyId }) =>
    revokeApiKey(ctx, {
      id: apiKeyId,
      confirmation: (await findApiKeyOf(tx, mine.merchantId, apiKeyId))?.name ?? 'Otra',
    }),
  ),
  'lib/credentials/delete-oauth-client#deleteOAuthClient': of(async ({ ctx, tx, mine }, { oauthClientId }) =>
    deleteOAuthClient(ctx, {
      id: oauthClientId,
      confirmation: (await findOAuthClientOf(tx, mine.merchantId, oauthClientId))?.name ?? 'Otro',
    }),
  ),
  'lib/credentials/rotate-client-secret#rotateClientSecret': of(
    async ({ ctx, tx, mine }, { oauthClientId, rotatedAt }) =>
      rotateClientSecret(ctx, {
        id: oauthClientId,
        confirmation: (await findOAuthClientOf(tx, mine.merchantId, oauthClientId))?.name ?? 'Otro',
        seenRotatedAt: rotatedAt,
      }),
  ),
  'lib/credentials/restrict-credential#restrictCredential': of(({ ctx }, theirs) =>
    restrictCredential(ctx, { ...key(theirs), addresses: ['203.0.113.7'], seen: [] }),
  ),
  'lib/credentials/show-origins#showOrigins': of(({ ctx }, theirs) => showOrigins(ctx, key(theirs), [])),
  'lib/credentials/show-credential#showApiKey': of(({ ctx }, { apiKeyId }) => showApiKey(ctx, apiKeyId)),
  'lib/credentials/show-credential#showOAuthClient': of(({ ctx }, { oauthClientId }) =>
    showOAuthClient(ctx, oauthClientId),
  ),
  'lib/credentials/show-credential#showLastUses': of(({ ctx }, theirs) => showLastUses(ctx, key(theirs))),
  'lib/credentials/list-comebacks#listComebacks': own(({ ctx }) => listComebacks(ctx, new Date())),
  'lib/credentials/end-all-credentials#endAllCredentials': own(async ({ ctx, tx, mine }) =>
    endAllCredentials(ctx, { confirmation: (await findMembership(tx, mine, mine.userId))?.tenant ?? '' }),
  ),
  'lib/credentials/remind-later#remindLater': of(({ ctx }, theirs) => remindLater(ctx, key(theirs))),
  'lib/credentials/remind-later#cancelReminder': own(async ({ ctx, mine }) => {
    const { at } = await remindLater(ctx, key(mine))
    await cancelReminder(ctx, key(mine))
    return { at }
  }),
  'db/queries/offices/switch-over#listTerminalsOf': of(({ tx, mine }, { oauthClientId }) =>
    listTerminalsOf(tx, mine.merchantId, { kind: 'oauth_client', ids: [oauthClientId] }),
  ),
  'db/queries/offices/api-keys#unmarkApiKey': change(({ tx, mine }, { successorId }) =>
    unmarkApiKey(tx, mine.merchantId, successorId),
  ),
  'db/queries/offices/oauth-clients#unmarkOAuthClient': change(({ tx, mine }, { successorClientId }) =>
    unmarkOAuthClient(tx, mine.merchantId, successorClientId),
  ),
  'lib/credentials/start-replacement#startReplacement': of(({ ctx }, theirs) =>
    startReplacement(ctx, { ...key(theirs), canary: null, quietHours: 24 }),
  ),
  'lib/credentials/finish-replacement#finishReplacement': of(({ ctx }, theirs) =>
    finishReplacement(ctx, successor(theirs)),
  ),
  'lib/credentials/abandon-replacement#abandonReplacement': of(({ ctx }, theirs) =>
    abandonReplacement(ctx, { ...successor(theirs), used: null }),
  ),
  'lib/credentials/show-replacement#showReplacement': of(({ ctx }, theirs) =>
    showReplacement(ctx, successor(theirs), new Date()),
  ),
  'lib/credentials/show-replacement#proposeReplacement': of(({ ctx }, theirs) =>
    proposeReplacement(ctx, key(theirs), new Date()),
  ),
  'db/queries/offices/switch-over#findFormerTokens': of(({ tx, mine }, { oauthClientId }) =>
    findFormerTokens(tx, mine.merchantId, oauthClientId, new Date(Date.now() + 60_000)),
  ),
  'db/queries/offices/switch-over#listFormerSecretUses': of(({ tx, mine }, { oauthClientId }) =>
    listFormerSecretUses(tx, mine.merchantId, oauthClientId, new Date(0)),
  ),
  'db/queries/offices/switch-over#dismissSwitchOver': of(({ tx, mine }, { oauthClientId, rotatedAt }) =>
    dismissSwitchOver(tx, mine.merchantId, oauthClientId, rotatedAt),
  ),
  'lib/credentials/show-switch-over#showSwitchOver': of(({ ctx }, { oauthClientId }) =>
    showSwitchOver(ctx, oauthClientId, new Date()),
  ),
  'lib/credentials/show-switch-over#dismissSwitchOver': of(({ ctx }, { oauthClientId, rotatedAt }) =>
    endSwitchOver(ctx, { id: oauthClientId, rotatedAt }),
  ),
  'lib/credentials/show-impact#showImpact': of(({ ctx }, theirs) => showImpact(ctx, key(theirs))),
  'lib/credentials/show-impact#showImpactOfAll': own(({ ctx }) => showImpactOfAll(ctx)),
}
