import postgres from 'postgres'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { consumeByApiKey } from '@/db/queries/tills/consumptions'
import { findOffersByApiKey } from '@/db/queries/tills/openings'
import { reserveByApiKey } from '@/db/queries/tills/reservations'
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
export type Script = { readonly operation: Operation; readonly sql: string }

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

/** Each parameter is passed as a value that occurs nowhere else, by which it is recognised and replaced. */
const instant = '2001-02-03T04:05:06.007Z'

const sentinels: readonly (readonly [sentinel: unknown, expression: string])[] = [
  ['prefix prefix 01', `lpad(:merchant::text, 16, '0')`],
  [900_000_002, '1'],
  ['9'.repeat(64), `encode(${hmac}, 'hex')`],
  ['7'.repeat(64), `encode(sha256(:merchant::text::bytea), 'hex')`],
  [900_000_003, ':discount'],
  ['90000000-0000-4000-8000-000000000004', 'gen_random_uuid()'],
  ['code 5', `upper(substr(md5(gen_random_uuid()::text), 1, 24))`],
  ['reference 6', `('P-' || :n::text)`],
  ['900009.09', amount],
  [900_000_013, '86400'],
  ['01'.repeat(32), `encode(sha256(:n::text::bytea), 'hex')`],
  ['authorization 15', `regexp_replace(upper(substr(md5('bench ' || :n::text), 1, 20)), '(.{4})(?!$)', '\\1-', 'g')`],
  ['reference 16', `('C-' || :n::text)`],
  [instant, 'now()::text'],
  // The generation of the keys.
  [1, '1'],
]

const presented = { prefix: 'prefix prefix 01', secretHash: Buffer.alloc(32, 0x77) }
const person = {
  branchId: undefined,
  identificationTypeId: 900_000_002,
  identificationHmacs: [Buffer.alloc(32, 0x99)],
}
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
    const offers = await capture(() => findOffersByApiKey(db, { presented, asked: person }))
    const reservation = await capture(() =>
      reserveByApiKey(db, {
        presented,
        asked: {
          ...person,
          ...key,
          heldGenerations: [1],
          discountId: 900_000_003,
          code: 'code 5',
          reference: 'reference 6',
          purchaseAmount: '900009.09',
          itemsJson: null,
          ttlSeconds: 900_000_013,
        },
      }),
    )
    const consumption = await capture(() =>
      consumeByApiKey(db, {
        presented,
        asked: {
          ...key,
          code: 'code 5',
          authorizationCode: 'authorization 15',
          reference: 'reference 16',
          consumptionDate: instant,
        },
      }),
    )
    return [
      { operation: 'eligibility', sql: offers },
      { operation: 'apply', sql: reservation },
      { operation: 'consumption', sql: consumption },
    ]
  } finally {
    await pool.close()
  }
}

/** A statement with an expression in the place of each parameter; an array of one becomes an array of one. */
function withExpressions({ text, parameters }: Seen): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    // The driver has written arrays as text by now.
    const [, item] = typeof value === 'string' ? (/^\{"(.*)"\}$/.exec(value) ?? []) : []
    return item === undefined ? expressionOf(value) : `array[${expressionOf(item)}]`
  })
}

function expressionOf(value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
  const known = text.replace(/^\\x/, '').toLowerCase()
  const found = sentinels.find(([sentinel]) => String(sentinel).toLowerCase() === known)
  if (!found)
    throw new Error(`statements.ts does not know the parameter ${JSON.stringify(value)}: has a query changed?`)
  return found[1]
}
