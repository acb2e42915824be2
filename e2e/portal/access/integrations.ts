import { randomBytes } from 'node:crypto'
import { sealSecret } from '@/lib/hand-offs/link'
import type { Call, Ways } from './ways'
import type { World } from './world'

const base = '/portal/integrations'

/** What asks for the name to be typed. */
const ofKey: Call = { on: 'foreign', fields: (own) => newKey(own) }
const ofClient: Call = { on: 'foreign', fields: (own) => newClient(own) }

const newKey = async ({ make, sql, merchantId }: World) => {
  const { id } = await make.apiKey(merchantId)
  const [row] = await sql`select name from api_keys where id = ${id}`
  return { id: String(id), confirmation: String(row?.name) }
}

const newClient = async ({ make, merchantId }: World) => {
  const { id, clientId } = await make.oauthClient(merchantId)
  return { id: String(id), confirmation: clientId, seenRotatedAt: '' }
}

const sealed = async (credential: Record<string, string>) => {
  const { handleHash, ciphertext } = await sealSecret('a.secret')
  return { ...credential, since: '', branchId: '', terminal: '', hours: '24', handleHash, ciphertext }
}

const newHandOff = async ({ sql, make, merchantId, ownerId }: World) => {
  const { id } = await make.apiKey(merchantId)
  const [row] = await sql`
    insert into hand_offs (merchant_id, api_key_id, handle_hash, ciphertext, created_by, expires_at)
    values (${merchantId}, ${id}, ${randomBytes(32)}, ${randomBytes(97)}, ${ownerId}, now() + interval '1 day')
    returning id`
  return { id: String(row?.id) }
}

/** A key that is called, so that it has a quietest hour. */
const calledKey = async ({ make, sql, merchantId }: World) => {
  const { id } = await make.apiKey(merchantId)
  await sql`insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
    values (${merchantId}, ${id}, date_trunc('hour', now()), 'done', 3)`
  return { credential: `key-${id}` }
}

/** A client that has been replacing another for two days, and which nobody has used. */
const newSuccessor = async ({ make, sql, merchantId }: World) => {
  const former = await make.oauthClient(merchantId)
  const { id } = await make.oauthClient(merchantId)
  await sql`update oauth_clients set replaces_id = ${former.id}, quiet_hours = 1, created_at = now() - interval '2 days' where id = ${id}`
  return { kind: 'oauth_client', id: String(id) }
}

/** A discount of the sandbox, with which its page shows one. */
const newSandboxDiscount = async ({ sql, merchantId, mark }: World) => {
  await sql`insert into discounts (merchant_id, key, name, description, discount_type, discount_value, scope, valid_from, valid_to)
    values (${merchantId}, 'sandbox:store', ${`Prueba ${mark}`}, 'Prueba', 'PCT', 10, 'store', now(), now() + interval '1 day')
    on conflict do nothing`
}

export const integrations: Ways = {
  pages: {
    [`${base}/keys/[id]`]: { path: (own) => `${base}/keys/${own.apiKeyId}` },
    [`${base}/clients/[id]`]: { path: (own) => `${base}/clients/${own.oauthClientId}` },
    [`${base}/incident/file`]: {
      path: async ({ sql, merchantId, apiKeyId, mark }) => {
        const at = new Date()
        const hex = at.getTime().toString(16).padStart(12, '0')
        const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
        await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
          values (${merchantId}, ${at}, ${id}, ${apiKeyId}, 'applyDiscount', 201, 1, ${mark}, '{}')`
        return `${base}/incident/file?credential=key-${apiKeyId}`
      },
    },
    [`${base}/sandbox`]: {
      path: async (own) => {
        await newSandboxDiscount(own)
        return `${base}/sandbox`
      },
    },
    [`${base}/quality`]: {
      // A key of two sales, whose second call is named.
      path: async ({ sql, merchantId, apiKeyId, mark }) => {
        for (const [reference, requestId, ago] of [
          ['T-1', 'r', '1 minute'],
          ['T-2', mark, '0'],
        ] as const) {
          const details = JSON.stringify({ input: { reference }, idempotencyKey: 'shared' })
          await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
            values (${merchantId}, now() - ${ago}::interval, gen_random_uuid(), ${apiKeyId}, 'applyDiscount', 201, 1, ${requestId}, ${details}::text::json)`
        }
        return `${base}/quality`
      },
    },
    [`${base}/origins`]: {
      path: async ({ sql, merchantId, apiKeyId, mark }) => {
        await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, address, details)
          values (${merchantId}, now(), gen_random_uuid(), ${apiKeyId}, 'applyDiscount', 201, 1, 'r', ${mark}, '{}')`
        return `${base}/origins?credential=key-${apiKeyId}&addresses=203.0.113.7`
      },
    },
    [`${base}/replacement`]: { path: (own) => `${base}/replacement?credential=key-${own.apiKeyId}` },
    [`${base}/impact`]: { path: (own) => `${base}/impact?credential=key-${own.apiKeyId}` },
    [`${base}/uses`]: {
      path: async ({ sql, apiKeyId, mark }) => {
        await sql`update api_keys set last_used_at = now(), last_used_address = ${mark} where id = ${apiKeyId}`
        return `${base}/uses?kind=api_key&id=${apiKeyId}`
      },
    },
  },
  actions: {
    'app/portal/integrations/actions.ts': {
      createKey: {
        on: 'own',
        fields: ({ text }) => ({ name: text('Caja'), permissions: ['core.integrations'], validityDays: '90' }),
      },
      createClient: {
        on: 'own',
        fields: ({ text }) => ({ name: text('ERP'), permissions: ['core.integrations'] }),
      },
      rotateSecret: ofClient,
      restrictAddresses: {
        on: 'foreign',
        fields: async ({ make, merchantId }) => {
          const { id } = await make.apiKey(merchantId)
          return { kind: 'api_key', id: String(id), addresses: '203.0.113.7', seen: '' }
        },
      },
      endSwitchOver: {
        on: 'foreign',
        fields: async ({ make, sql, merchantId }) => {
          const { id } = await make.oauthClient(merchantId)
          const at = new Date().toISOString()
          await sql`update oauth_clients set rotated_at = ${at} where id = ${id}`
          return { id: String(id), rotatedAt: at }
        },
      },
      replaceCredential: {
        on: 'foreign',
        fields: async ({ make, merchantId }) => {
          const { id } = await make.apiKey(merchantId)
          return { kind: 'api_key', id: String(id), canary: '', quietHours: '24' }
        },
      },
      finishReplacing: { on: 'foreign', fields: newSuccessor },
      abandonReplacing: { on: 'foreign', fields: async (own) => ({ ...(await newSuccessor(own)), used: '' }) },
      revokeKey: ofKey,
      deleteClient: ofClient,
      openCalendarAddress: { on: 'own', fields: async () => ({}) },
      revokeCalendarAddress: { on: 'own', fields: async () => ({}) },
      // It answers a stranger too, with what it says of a credential that never was.
      searchCredential: {
        on: 'own',
        fields: async ({ sql, apiKeyId }) => {
          const [row] = await sql`select prefix from api_keys where id = ${apiKeyId}`
          return { name: String(row?.prefix) }
        },
      },
      remindMe: { on: 'foreign', fields: calledKey },
      forgetReminder: { on: 'own', fields: calledKey },
      endAll: { on: 'foreign', fields: ({ merchantName }) => ({ confirmation: merchantName }) },
      handOver: { on: 'foreign', fields: ({ apiKeyId }) => sealed({ kind: 'api_key', id: String(apiKeyId) }) },
      withdraw: { on: 'foreign', fields: newHandOff },
    },
    'app/portal/integrations/sandbox/actions.ts': {
      prepareSandboxAction: { on: 'own', fields: async () => ({}) },
      tryCallAction: {
        on: 'own',
        fields: async (own) => {
          await newSandboxDiscount(own)
          return { step: 'eligibility', identity: '01', amount: '100' }
        },
      },
      emptySandboxAction: {
        on: 'own',
        fields: async (own) => {
          await newSandboxDiscount(own)
          return {}
        },
      },
      armFaultAction: {
        on: 'foreign',
        fields: async (own) => {
          await newSandboxDiscount(own)
          const armed = { fault: 'lost', operation: '', seconds: '', times: '1', minutes: '5' }
          return { credential: `key-${own.apiKeyId}`, ...armed }
        },
      },
      disarmFaultsAction: {
        on: 'foreign',
        fields: async (own) => {
          await newSandboxDiscount(own)
          await own.sql`update api_keys set sandbox_until = now() + interval '1 hour' where id = ${own.apiKeyId}`
          await own.sql`insert into sandbox_faults (merchant_id, api_key_id, kind, times_left, until)
            values (${own.merchantId}, ${own.apiKeyId}, 'lost', 1, now() + interval '1 hour')`
          return { credential: `key-${own.apiKeyId}` }
        },
      },
    },
  },
}
