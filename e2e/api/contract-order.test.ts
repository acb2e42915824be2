import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { call, type OperationId, send } from '../fixtures/client'
import { newReference } from '../fixtures/factories'
import { cases, newWorld, type World } from './contract-cases'
import { startApi } from './till'

/** D9: of two faults in one request, the one that is checked first is told. The rate's place is proven in rate-limit.test.ts. */

const api = startApi()

type Prepared = { path: string; method: string; headers: Record<string, string>; body: string | undefined }

/** A fault, its place in D9, and how it is put into a request. */
type Wrong = {
  stage: number
  status: number
  code: string
  of?: (operation: Operation) => boolean
  spoil: (request: Prepared, on: World, operation: Operation) => Prepared | Promise<Prepared>
}

const takesBody = (operation: Operation) => operation.body !== undefined
const isWrite = (operation: Operation) => operation.idempotent === true

const without = (request: Prepared, name: string): Prepared => {
  const { [name]: _, ...headers } = request.headers
  return { ...request, headers }
}
const withHeader = (request: Prepared, name: string, value: string): Prepared => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})

const merchantOf = (on: World) => on.shop.merchant.id

const wrongs: Readonly<Record<string, Wrong>> = {
  'an unknown path': {
    stage: 1,
    status: 404,
    code: 'not_found',
    spoil: (r) => ({ ...r, path: r.path.replace('?', '/x?') }),
  },
  'another method': { stage: 1, status: 405, code: 'method_not_allowed', spoil: (r) => ({ ...r, method: 'PUT' }) },
  'no credential': { stage: 2, status: 401, code: 'credential_missing', spoil: (r) => without(r, 'X-Api-Key') },
  'a wrong credential': {
    stage: 2,
    status: 401,
    code: 'credential_invalid',
    spoil: (r) => withHeader(r, 'X-Api-Key', 'x'),
  },
  'no permission': {
    stage: 3,
    status: 403,
    code: 'permission_missing',
    of: (operation) => operation.permission !== null,
    spoil: async (r, on, operation) => {
      const lacking = operation.permission === 'core.integrations' ? 'core.consumptions.read' : 'core.integrations'
      await api().sql`update api_keys set permissions = ${[lacking]} where id = ${on.credential.id}`
      return r
    },
  },
  'a merchant that is not enabled': {
    stage: 3,
    status: 403,
    code: 'merchant_disabled',
    spoil: async (r, on) => {
      await api().sql`update merchants set enabled = false where id = ${merchantOf(on)}`
      return r
    },
  },
  'too large a body': {
    stage: 4,
    status: 413,
    code: 'payload_too_large',
    of: takesBody,
    spoil: (r) => ({ ...r, body: (r.body ?? '').padEnd(256 * 1024 + 1) }),
  },
  'another content type': {
    stage: 5,
    status: 415,
    code: 'unsupported_media_type',
    of: takesBody,
    spoil: (r) => withHeader(r, 'Content-Type', 'text/plain'),
  },
  'malformed JSON': {
    stage: 6,
    status: 400,
    code: 'malformed_json',
    of: takesBody,
    spoil: (r) => ({ ...r, body: `${r.body}{` }),
  },
  'no Idempotency-Key': {
    stage: 7,
    status: 400,
    code: 'idempotency_key_missing',
    of: isWrite,
    spoil: (r) => without(r, 'Idempotency-Key'),
  },
  'a wrong Idempotency-Key': {
    stage: 7,
    status: 400,
    code: 'idempotency_key_invalid',
    of: isWrite,
    spoil: (r) => withHeader(r, 'Idempotency-Key', 'x'),
  },
  'invalid input': {
    stage: 8,
    status: 400,
    code: 'invalid_request',
    of: (operation) => cases[operation.id as OperationId].invalid !== undefined,
    spoil: (r, _, operation) => {
      const invalid = cases[operation.id as OperationId].invalid
      return { ...r, path: `${operation.path}?${new URLSearchParams(invalid?.query)}`, body: r.body && '[]' }
    },
  },
}

const pairsOf = (operation: Operation) => {
  const own = Object.entries(wrongs).filter(([, wrong]) => wrong.of?.(operation) ?? true)
  return own.flatMap(([first, a]) => own.filter(([, b]) => b.stage > a.stage).map(([second]) => ({ first, second })))
}

describe.each<Operation>(Object.values(operations))('$method $path', (operation) => {
  it.each(pairsOf(operation))('tells $first before $second', async ({ first, second }) => {
    const on = await newWorld(api().url, api().sql, operation.id as OperationId)
    const input = await cases[operation.id as OperationId].valid(on)
    let request: Prepared = {
      path: `${operation.path}?${new URLSearchParams(input.query)}`,
      method: operation.method,
      headers: {
        'X-Api-Key': on.credential.apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
    }
    // The later check's fault goes in first, so that the earlier one can be laid over it.
    for (const name of [second, first]) request = (await wrongs[name]?.spoil(request, on, operation)) ?? request
    const { path, body, ...init } = request
    const answer = await send(`${api().url}${path}`, { ...init, ...(body === undefined ? {} : { body }) })
    expect([answer.status, answer.body?.code], answer.text).toEqual([wrongs[first]?.status, wrongs[first]?.code])
  })
})

describe('the last checks of a write', () => {
  const world = (id: OperationId) => newWorld(api().url, api().sql, id)
  const codeOf = (answer: { body: { code?: string } }) => answer.body.code

  async function applied() {
    const on = await world('applyDiscount')
    const { body = {} } = await cases.applyDiscount.valid(on)
    const idempotencyKey = randomUUID()
    const answer = await call(api().url, 'applyDiscount', { credential: on.credential, body, idempotencyKey })
    expect(answer.status).toBe(201)
    return { on, body, idempotencyKey, authorizationCode: String(answer.body.value.authorizationCode) }
  }

  it('tell invalid input before a key that was used for something else', async () => {
    const { on, body, idempotencyKey } = await applied()
    const again = await call(api().url, 'applyDiscount', {
      credential: on.credential,
      body: { ...body, purchaseAmount: '1' },
      idempotencyKey,
    })
    expect(codeOf(again)).toBe('invalid_request')
  })

  it('tell a key that was used for something else before what does not exist and before a rule', async () => {
    const { on, body, idempotencyKey } = await applied()
    for (const change of [{ merchantDiscountId: 2_000_000_000 }, { branchId: 2_000_000_000 }, { purchaseAmount: 1 }]) {
      const again = await call(api().url, 'applyDiscount', {
        credential: on.credential,
        body: { ...body, ...change },
        idempotencyKey,
      })
      expect(codeOf(again)).toBe('idempotency_key_reused')
    }
    const confirmation = {
      reference: body.reference,
      authorizationCode: 'ZZZZ',
      consumptionDate: new Date().toISOString(),
    }
    const other = await call(api().url, 'registerConsumption', {
      credential: on.credential,
      body: confirmation,
      idempotencyKey,
    })
    expect(codeOf(other)).toBe('idempotency_key_reused')
  })

  it('tell what does not exist before a rule', async () => {
    const { on, body, authorizationCode } = await applied()
    const nowhere = { ...body, merchantDiscountId: 2_000_000_000 }
    for (const rule of [{ branchId: 2_000_000_000 }, { reference: body.reference }]) {
      const answer = await call(api().url, 'applyDiscount', {
        credential: on.credential,
        body: { ...nowhere, ...rule },
      })
      expect(codeOf(answer)).toBe('discount_not_available')
    }
    const tooLate = { authorizationCode, reference: newReference(), consumptionDate: '2999-01-01T00:00:00Z' }
    const answer = await call(api().url, 'registerConsumption', { credential: on.credential, body: tooLate })
    expect(codeOf(answer)).toBe('authorization_not_found')
  })

  it('tell used and expired, in that order, before a moment of payment in the future (D38)', async () => {
    const { on, body, authorizationCode } = await applied()
    const confirm = (consumptionDate: string) =>
      call(api().url, 'registerConsumption', {
        credential: on.credential,
        body: { authorizationCode, reference: body.reference, consumptionDate },
      })
    expect(codeOf(await confirm('2999-01-01T00:00:00Z'))).toBe('invalid_request')
    expect((await confirm(new Date().toISOString())).status).toBe(201)
    await api().sql`update authorizations set authorized_at = authorized_at - interval '1 hour',
      expires_at = now() - interval '1 second' where code = ${authorizationCode}`
    expect(codeOf(await confirm('2999-01-01T00:00:00Z'))).toBe('authorization_already_used')
    const { on: other, body: held, authorizationCode: expired } = await applied()
    await api().sql`update authorizations set authorized_at = authorized_at - interval '1 hour',
      expires_at = now() - interval '1 second' where code = ${expired}`
    const late = { authorizationCode: expired, reference: held.reference, consumptionDate: '2999-01-01T00:00:00Z' }
    const answer = await call(api().url, 'registerConsumption', { credential: other.credential, body: late })
    expect(codeOf(answer)).toBe('authorization_expired')
  })
})
