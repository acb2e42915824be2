import { sql } from 'drizzle-orm'
import { bigint, customType, integer, numeric, smallint, timestamp } from 'drizzle-orm/pg-core'

/** Raw bytes: digests, HMACs and ciphertexts. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** The id of a row that people and the contract know by a small integer. */
export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** The id of a row that grows with sales, calls or visits: 32 bits would end (ADR-0067). */
export const bigIdentity = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity()

/** An instant, with time zone, to the microsecond. */
export const instant = () => timestamp({ withTimezone: true })

export const createdAt = () => instant().notNull().default(sql`now()`)

/** The generation of DATA_KEY by which the HMACs and ciphertexts beside it were made (ADR-0060). */
export const keyGeneration = () => smallint().notNull().default(1)

/** Dominican pesos with two decimals (contract, Conventions). Up to 9,999,999,999.99; D14 bounds what is accepted. */
export const pesos = () => numeric({ precision: 12, scale: 2 })
