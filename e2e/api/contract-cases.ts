import type { Sql } from '@/db/client'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import { operations } from '@/lib/http/operations'
import { call, type OperationId } from '../fixtures/client'
import { type ApiKey, factories, newReference, type Shop } from '../fixtures/factories'

/** Where a request's input goes: the body or the query. */
export type Input = { body?: Record<string, unknown>; query?: Record<string, string> }

/** A merchant of the test's own, with a credential that may do the operation. */
export type World = { url: string; sql: Sql; shop: Shop; branchId: number; credential: ApiKey }

/**
 * A stranger's request about the owner's thing, the same about nothing, and, where it differs, what the owner would ask: the
 * thing is there.
 */
type Foreign = {
  what: string
  ask: (owner: World, stranger: World) => Promise<{ theirs: Input; nothing: Input; owners?: Input }>
}

type Case = {
  /** The least that the operation accepts, once what it needs has been made. */
  valid: (world: World) => Promise<Input>
  /** A query or a body that the schema refuses; none for an operation without input. */
  invalid: Input | undefined
  /** Every way to name a thing; none for an operation that names nothing. */
  foreign: readonly Foreign[]
}

/** What a credential of an operation must be permitted; what is open to all is asked with one permission. */
export const permitted = (id: OperationId): { permissions: CredentialPermission[] } => ({
  permissions: [operations[id].permission ?? 'core.integrations'],
})

export async function newWorld(url: string, sql: Sql, id: OperationId): Promise<World> {
  const make = factories(sql)
  const shop = await make.shop()
  const branchId = await make.branch(shop.merchant.id)
  const credential = await make.apiKey(shop.merchant.id, permitted(id))
  return { url, sql, shop, branchId, credential }
}

const noId = 2_000_000_000
const noCode = 'ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ'

const identified = ({ shop }: World) => ({
  identificationTypeId: shop.person.identificationTypeId,
  identification: shop.person.identification,
})

/** The owner's collaborator as a collaborator with a benefit at the stranger too: only the thing itself stays foreign. */
async function share(owner: World, stranger: World): Promise<void> {
  const make = factories(owner.sql)
  await make.affiliation(owner.shop.company.id, stranger.shop.merchant.id)
  await make.grant(owner.shop.company.id, stranger.shop.merchant.id, stranger.shop.discountId)
}

const applyBody = (world: World) => ({
  ...identified(world),
  merchantDiscountId: world.shop.discountId,
  purchaseAmount: 100,
  reference: newReference(),
})

async function authorized(world: World): Promise<{ authorizationCode: string; reference: string }> {
  const body = { ...applyBody(world), branchId: world.branchId }
  const { body: answer } = await call(world.url, 'applyDiscount', { credential: world.shop.credential, body })
  return { authorizationCode: answer.value.authorizationCode, reference: body.reference }
}

async function consumed(world: World): Promise<{ code: string; reference: string }> {
  const held = await authorized(world)
  const body = { ...held, consumptionDate: new Date().toISOString() }
  const { body: answer } = await call(world.url, 'registerConsumption', { credential: world.shop.credential, body })
  return { code: answer.value.code, reference: held.reference }
}

/** One entry for every operation of the catalogue: what the contract suite needs to know beyond it. */
export const cases: Readonly<Record<OperationId, Case>> = {
  describeCredential: { valid: async () => ({}), invalid: undefined, foreign: [] },
  listIdentificationTypes: { valid: async () => ({}), invalid: undefined, foreign: [] },
  checkEligibility: {
    valid: async (world) => ({ body: identified(world) }),
    invalid: { body: {} },
    foreign: [
      {
        what: 'branch',
        ask: async (owner, stranger) => {
          await share(owner, stranger)
          const body = identified(owner)
          return {
            theirs: { body: { ...body, branchId: owner.branchId } },
            nothing: { body: { ...body, branchId: noId } },
          }
        },
      },
      {
        what: 'collaborator',
        ask: async (owner) => ({
          theirs: { body: identified(owner) },
          nothing: { body: { identificationTypeId: 1, identification: '99999999999999' } },
        }),
      },
    ],
  },
  applyDiscount: {
    valid: async (world) => ({ body: applyBody(world) }),
    invalid: { body: {} },
    foreign: [
      {
        what: 'discount',
        ask: async (owner, stranger) => {
          await share(owner, stranger)
          const body = applyBody(owner)
          return { theirs: { body }, nothing: { body: { ...body, merchantDiscountId: noId } } }
        },
      },
      {
        what: 'branch',
        ask: async (owner, stranger) => {
          const body = applyBody(stranger)
          return {
            theirs: { body: { ...body, branchId: owner.branchId } },
            nothing: { body: { ...body, branchId: noId } },
            owners: { body: { ...applyBody(owner), branchId: owner.branchId } },
          }
        },
      },
      {
        what: 'collaborator',
        ask: async (owner, stranger) => {
          const body = applyBody(stranger)
          return {
            theirs: { body: { ...body, ...identified(owner) } },
            nothing: { body: { ...body, identification: '99999999999999' } },
            owners: { body: applyBody(owner) },
          }
        },
      },
    ],
  },
  registerConsumption: {
    valid: async (world) => ({ body: { ...(await authorized(world)), consumptionDate: new Date().toISOString() } }),
    invalid: { body: {} },
    foreign: [
      {
        what: 'authorization',
        ask: async (owner) => {
          const body = { ...(await authorized(owner)), consumptionDate: new Date().toISOString() }
          return { theirs: { body }, nothing: { body: { ...body, authorizationCode: noCode } } }
        },
      },
    ],
  },
  findAuthorization: {
    valid: async (world) => ({ query: { reference: (await authorized(world)).reference } }),
    invalid: { query: {} },
    foreign: [
      {
        what: 'reference',
        ask: async (owner) => ({
          theirs: { query: { reference: (await authorized(owner)).reference } },
          nothing: { query: { reference: newReference() } },
        }),
      },
    ],
  },
  releaseAuthorization: {
    valid: async (world) => ({ body: await authorized(world) }),
    invalid: { body: {} },
    foreign: [
      {
        what: 'authorization',
        ask: async (owner) => {
          const body = await authorized(owner)
          return { theirs: { body }, nothing: { body: { ...body, authorizationCode: noCode } } }
        },
      },
    ],
  },
  listConsumptions: {
    valid: async () => ({}),
    invalid: { query: { limit: '0' } },
    foreign: [
      {
        what: 'consumption by its code',
        ask: async (owner) => ({
          theirs: { query: { code: (await consumed(owner)).code } },
          nothing: { query: { code: noCode } },
        }),
      },
      {
        what: 'consumption by its reference',
        ask: async (owner) => ({
          theirs: { query: { reference: (await consumed(owner)).reference } },
          nothing: { query: { reference: newReference() } },
        }),
      },
      {
        what: 'consumption by its branch',
        ask: async (owner) => {
          await consumed(owner)
          return { theirs: { query: { branchId: `${owner.branchId}` } }, nothing: { query: { branchId: `${noId}` } } }
        },
      },
      {
        what: 'consumption among all',
        ask: async (owner) => {
          await consumed(owner)
          return { theirs: {}, nothing: { query: { reference: newReference() } } }
        },
      },
    ],
  },
}
