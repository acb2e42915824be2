import postgres from 'postgres'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { reserve } from '@/db/queries/tills/authorizations'
import { consume } from '@/db/queries/tills/consumptions'
import { apiKeyParts, findApiKey } from '@/db/queries/tills/credentials'
import { applyParts } from '@/db/queries/tills/offers'
import { findOffersByApiKey, loadApplyGroundByApiKey } from '@/db/queries/tills/openings'
import { assert } from '@/lib/kernel/assert'
import { Gate } from '@/lib/kernel/gate'
import type { BenchDatabase } from './cluster'
import { affiliationsPerCompany, discountsPerMerchant, type Shape } from './network'
import type { Operation } from './requests'

/**
 * The product's own statements for a driver without HTTP. Their text is captured from `db/queries` as it runs; each parameter is
 * replaced by an expression over the variables of a purchase, so that every run asks for another person and writes another row.
 * The copy of the network on which they run has look-up keys that SQL can compute.
 */
export type Step = { readonly sql: string; readonly keepAs?: string }
export type Script = { readonly operation: Operation; readonly steps: readonly Step[] }

/** The variables of one purchase, in order, as integer expressions that pgbench and JavaScript read alike. */
export const variablesOf = (shape: Shape): readonly (readonly [name: string, expression: string])[] => [
  ['n', 'base + i * clients + client_id'],
  ['drawn', `1 + (n * 7919) % ${shape.collaborators}`],
  ['person', 'drawn - (1 - least(1, drawn % 20))'],
  ['company', `1 + (person - 1) % ${shape.companies}`],
  ['j', `n % ${affiliationsPerCompany}`],
  ['merchant', `1 + (company * 7 + 13 * j) % ${shape.merchants}`],
  ['discount', `(merchant - 1) * ${discountsPerMerchant} + (company + j) % 5 + 1`],
  ['cents', '5000 + (n * 7919) % 495001'],
]

/** The same for a driver in JavaScript. */
export function valuesOf(shape: Shape, n: number): Record<string, number> {
  const drawn = 1 + ((n * 7919) % shape.collaborators)
  const person = drawn - (1 - Math.min(1, drawn % 20))
  const company = 1 + ((person - 1) % shape.companies)
  const j = n % affiliationsPerCompany
  const merchant = 1 + ((company * 7 + 13 * j) % shape.merchants)
  const discount = (merchant - 1) * discountsPerMerchant + ((company + j) % 5) + 1
  return { n, drawn, person, company, j, merchant, discount, cents: 5000 + ((n * 7919) % 495_001) }
}

/** Gives people and API keys look-up keys that follow from their numbers. */
export async function makeComputable({ sql }: BenchDatabase): Promise<void> {
  await sql`update collaborators set identification_hmac = sha256(id::text::bytea)`
  await sql`update api_keys set prefix = lpad(merchant_id::text, 16, '0'), secret_hash = sha256(merchant_id::text::bytea)`
  await sql`vacuum (full, analyze) collaborators`
}

const hmac = 'sha256(:person::text::bytea)'
const amount = '(:cents::numeric / 100)'
const discountAmount = `round(${amount} * :key_discountValue::numeric / 100, 2)`

/** Each parameter is passed as a value that occurs nowhere else, by which it is recognised and replaced. */
const merchant = 900_000_001
const instant = '2001-02-03T04:05:06.007Z'

const sentinels: readonly (readonly [sentinel: unknown, expression: string])[] = [
  ['prefix prefix 01', `lpad(:merchant::text, 16, '0')`],
  [merchant, ':key_merchantId'],
  [900_000_002, '1'],
  ['9'.repeat(64), `encode(${hmac}, 'hex')`],
  ['7'.repeat(64), `encode(sha256(:merchant::text::bytea), 'hex')`],
  [900_000_003, ':discount'],
  ['90000000-0000-4000-8000-000000000004', 'gen_random_uuid()'],
  ['code 5', `upper(substr(md5(gen_random_uuid()::text), 1, 24))`],
  ['reference 6', `('P-' || :n::text)`],
  [900_000_007, ':key_companyId'],
  ['900000008', ':key_collaboratorId'],
  ['900009.09', amount],
  ['900009.10', discountAmount],
  ['900009.11', `(${amount} - ${discountAmount})`],
  ['900009.12', ':key_discountValue'],
  [900_000_013, '86400'],
  [900_000_014, ':key_id'],
  ['PCT', `'PCT'`],
  ['store', `'store'`],
  ['01'.repeat(32), `encode(sha256(:n::text::bytea), 'hex')`],
  ['authorization 15', `regexp_replace(upper(substr(md5('bench ' || :n::text), 1, 20)), '(.{4})(?!$)', '\\1-', 'g')`],
  ['reference 16', `('C-' || :n::text)`],
  [instant, 'now()::text'],
  [5, '5'],
  [null, 'null'],
]

const presented = { prefix: 'prefix prefix 01', secretHash: Buffer.alloc(32, 0x77) }
const person = {
  branchId: undefined,
  identificationTypeId: 900_000_002,
  identificationHmacs: [Buffer.alloc(32, 0x99)],
}
const credential = { apiKeyId: 900_000_014, oauthClientId: null }
const key = { idempotencyKey: '90000000-0000-4000-8000-000000000004', fingerprint: Buffer.alloc(32, 1) }

type Seen = { text: string; parameters: readonly unknown[] }

/** Runs statements like any pool, and keeps the text of the last. */
class RecordingPool extends Pool {
  seen: Seen | undefined
  readonly #sql: postgres.Sql

  constructor(databaseUrl: string) {
    super(databaseUrl, { applicationName: 'bench' })
    const debug = (_: number, text: string, parameters: readonly unknown[]) => {
      // What postgres.js itself asks at its start has no parameters.
      if (parameters.length > 0) this.seen = { text, parameters }
    }
    this.#sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, debug })
  }

  override async run<T>(statement: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
    return statement(this.#sql)
  }

  override async close(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
    await super.close()
  }
}

/** The scripts of eligibility, apply and consumption. Throws when a parameter of a statement is not recognised. */
export async function captureScripts({ url }: BenchDatabase): Promise<Script[]> {
  const pool = new RecordingPool(url)
  const db = new Database(pool, new Gate({ size: 1, waitMsMax: 1_000, queueMax: 1 }))
  const capture = async (statement: () => Promise<unknown>): Promise<string> => {
    pool.seen = undefined
    // It finds nothing, or a foreign key refuses it: only its text is wanted.
    await statement().catch(() => {})
    assert(pool.seen, 'each statement is seen')
    return withExpressions(pool.seen)
  }
  try {
    const authenticate = await capture(() => findApiKey(db, presented.prefix))
    const offers = await capture(() => findOffersByApiKey(db, { presented, asked: person }))
    const asked = { ...person, ...key, discountId: 900_000_003 }
    const ground = await capture(() => loadApplyGroundByApiKey(db, { presented, asked }))
    const reservation = await capture(() =>
      reserve(
        db,
        {
          ...credential,
          ...key,
          merchantId: merchant,
          code: 'code 5',
          reference: 'reference 6',
          discountId: 900_000_003,
          companyId: 900_000_007,
          collaboratorId: '900000008',
          branchId: undefined,
          purchaseAmount: '900009.09',
          discountAmount: '900009.10',
          finalAmount: '900009.11',
          discountType: 'PCT',
          discountValue: '900009.12',
          maximumDiscount: null,
          scope: 'store',
          matchedSubtotal: null,
          itemsJson: null,
          ttlSeconds: 900_000_013,
        },
        { limited: true },
      ),
    )
    const consumption = await capture(() =>
      consume(db, {
        ...credential,
        ...key,
        merchantId: merchant,
        code: 'code 5',
        authorizationCode: 'authorization 15',
        reference: 'reference 16',
        consumptionDate: instant,
        newTotal: null,
        recalculated: null,
      }),
    )
    return [
      { operation: 'eligibility', steps: [{ sql: offers }] },
      {
        operation: 'apply',
        steps: [
          {
            sql: named(ground, [...apiKeyParts.columns.texts, ...applyParts.columns.texts], reservation),
            keepAs: 'key_',
          },
          { sql: reservation },
        ],
      },
      {
        operation: 'consumption',
        steps: [
          { sql: named(authenticate, apiKeyParts.columns.texts, consumption), keepAs: 'key_' },
          { sql: consumption },
        ],
      },
    ]
  } finally {
    await pool.close()
  }
}

/** What later statements take of a row. */
const names: Readonly<Record<string, string>> = {
  'k.id': 'id',
  'k.merchant_id': 'merchantId',
  'o.company_id': 'companyId',
  'o.collaborator_id': 'collaboratorId',
  'o.discount_value': 'discountValue',
}

/**
 * The statement with a name for each of its columns, the first of which is the question's number: the product's have none. Throws when the
 * statement after it takes a value that is no column.
 */
const named = (statement: string, columns: readonly string[], after: string): string => {
  const all = ['n', ...columns.map((column, at) => names[column] ?? `column${at}`)]
  for (const [, taken = ''] of after.matchAll(/:key_(\w+)/g)) assert(all.includes(taken), `${taken} is a column`)
  return `select * from (${statement}) as s (${all.map((name) => `"${name}"`).join(', ')})`
}

/** A statement with an expression in the place of each parameter; an array of one becomes an array of one. */
function withExpressions({ text, parameters }: Seen): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    if (typeof value === 'string' && value.startsWith('[{')) return arrayExpression(JSON.parse(value))
    // The driver has written some arrays as text by now.
    const [, quoted, bare] = typeof value === 'string' ? (/^\{(?:"(.*)"|(.*))\}$/.exec(value) ?? []) : []
    if (quoted !== undefined) return `array[${expressionOf(quoted)}]`
    if (bare !== undefined) return `array[${expressionOf(bare)}]`
    return Array.isArray(value) ? `array[${expressionOf(value[0])}]` : expressionOf(value)
  })
}

/** A JSON array of one object, as an expression that builds it. */
function arrayExpression([object]: Record<string, unknown>[]): string {
  const pairs = Object.entries(object ?? {}).map(([name, value]) => {
    // `n`, the number of the object in its array, and null are written as they are.
    const expression = name === 'n' || value === null ? String(value) : `(${expressionOf(value)})::text`
    return `'${name}', ${expression}`
  })
  return `json_build_array(json_build_object(${pairs.join(', ')}))`
}

function expressionOf(value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
  const known = text.replace(/^\\x/, '').toLowerCase()
  const found = sentinels.find(([sentinel]) => String(sentinel).toLowerCase() === known)
  if (!found)
    throw new Error(`statements.ts does not know the parameter ${JSON.stringify(value)}: has a query changed?`)
  return found[1]
}
