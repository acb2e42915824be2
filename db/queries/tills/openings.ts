import { type Database, gathered } from '@/db/database'
import { violates } from '@/db/errors'
import { callsUnlimited } from '@/db/policies'
import { type AskedColumns, type Questions, readsOf, writesOf } from '@/db/questions'
import type { Values } from '@/db/rows'
import { type AccessTokenRow, type ApiKeyRow, accessTokenParts, apiKeyParts, type CredentialParts } from './credentials'
import { applyParts, type GroundParts, offersParts } from './offers'

/**
 * The credential of a call and what the call reads first, by one statement in place of two (ADR-0066). The credential is read anew each
 * time, as it is without the rest (D57), and the rest is of its merchant.
 */

export type PresentedApiKey = { readonly prefix: string; readonly secretHash: Buffer }
export type PresentedToken = { readonly tokenDigest: string }

export type Opened<Credential, Ground> = { readonly credential: Credential | undefined; readonly ground: Ground }

type Question<Presented, Asked> = { readonly presented: Presented; readonly asked: Asked }

export type OpeningReads<Asked, Ground> = {
  readonly byApiKey: (db: Database, question: Question<PresentedApiKey, Asked>) => Promise<Opened<ApiKeyRow, Ground>>
  readonly byAccessToken: (
    db: Database,
    question: Question<PresentedToken, Asked>,
  ) => Promise<Opened<AccessTokenRow, Ground>>
}

/** For a wrong secret nothing is read, as for a prefix that nobody has: both take the same work (D52). */
const ofRightKey = `(case when k.secret_hash = decode(q.secret_hash, 'hex') then k.merchant_id end)`

function readByApiKey<Asked, Ground>({ asked, values, columns, joins }: GroundParts<Asked, Ground>) {
  const read = readsOf(
    { prefix: 'text', secret_hash: 'text', ...asked },
    ({ from }) => `
    select q.n::int, ${[...apiKeyParts.columns.texts, ...columns.texts].join(', ')}
    from ${from}
    ${apiKeyParts.joins}
    ${joins(ofRightKey)}`,
  )
  const groundAt = 1 + apiKeyParts.columns.texts.length
  return gathered<Question<PresentedApiKey, Asked>, Opened<ApiKeyRow, Ground>>(async (db, questions) => {
    const rows = await read(db, [
      questions.map(({ presented }) => presented.prefix),
      questions.map(({ presented }) => presented.secretHash.toString('hex')),
      ...values(questions.map(({ asked }) => asked)),
    ])
    return rows.map((row) => ({
      credential: apiKeyParts.columns.read(row, 1),
      ground: columns.read(row, groundAt),
    }))
  })
}

function readByAccessToken<Asked, Ground>({ asked, values, columns, joins }: GroundParts<Asked, Ground>) {
  const read = readsOf(
    { hex: 'text', ...asked },
    ({ from }) => `
    select q.n::int, ${[...accessTokenParts.columns.texts, ...columns.texts].join(', ')}
    from ${from}
    ${accessTokenParts.joins}
    ${joins('t.merchant_id')}`,
  )
  const groundAt = 1 + accessTokenParts.columns.texts.length
  return gathered<Question<PresentedToken, Asked>, Opened<AccessTokenRow, Ground>>(async (db, questions) => {
    const rows = await read(db, [
      questions.map(({ presented }) => presented.tokenDigest),
      ...values(questions.map(({ asked }) => asked)),
    ])
    return rows.map((row) => ({
      credential: accessTokenParts.columns.read(row, 1),
      ground: columns.read(row, groundAt),
    }))
  })
}

/** A credential, and what a person may use at its merchant. */
export const findOffersByApiKey = readByApiKey(offersParts)
export const findOffersByAccessToken = readByAccessToken(offersParts)

/** A credential, and all that an apply at its merchant must know. */
export const loadApplyGroundByApiKey = readByApiKey(applyParts)
export const loadApplyGroundByAccessToken = readByAccessToken(applyParts)

/** How a credential of either kind is presented to a statement that writes for its calls, `q`, and what it must be for that (ADR-0076). */
export type Presenting<Presented, Row> = {
  /** The columns of what is presented, and their values. */
  readonly asked: AskedColumns
  readonly values: (presented: Presented) => Readonly<Record<string, string>>
  readonly parts: CredentialParts<Row>
  /** Its merchant, and the two columns of a record. */
  readonly ids: string
  readonly merchantId: string
  /**
   * That nobody could refuse it: it is live, has the permission, no allowed addresses, no limits of calls of its own and nothing staged,
   * and its merchant is enabled.
   */
  readonly may: string
  /** The columns that are not told of one that wrote, and what they are by `may` (ADR-0099). */
  readonly implied: readonly string[]
  readonly thatWrote: (presented: Presented) => Partial<Row>
}

const permission = 'core.integrations'

/** Of a credential as its parts have it, `from`, with why it ended. */
const mayWrite = (from: 'k' | 'c', endReason: string): string => `
    ${endReason} is null and '${permission}' = any (${from}.permissions) and ${from}.allowed_addresses is null
    and not ${from}.in_sandbox and m.enabled and ${callsUnlimited}`

/** What follows of `mayWrite`. Its other permissions are not told, since nothing is asked of them after a write. */
const impliedBy = (from: 'k' | 'c') => [`${from}.permissions`, `${from}.in_sandbox`, 'm.enabled']
const thatWrote = { permissions: [permission], inSandbox: false, merchantEnabled: true }

export const presentingApiKey: Presenting<PresentedApiKey, ApiKeyRow> = {
  asked: { prefix: 'text', secret_hash: 'text' },
  values: ({ prefix, secretHash }) => ({ prefix, secret_hash: secretHash.toString('hex') }),
  parts: apiKeyParts,
  ids: 'k.merchant_id, k.id as api_key_id, null::int as oauth_client_id',
  merchantId: ofRightKey,
  may: `k.secret_hash = decode(q.secret_hash, 'hex') and ${mayWrite('k', 'k.end_reason')}`,
  implied: [...impliedBy('k'), 'k.secret_hash'],
  thatWrote: ({ secretHash }) => ({ ...thatWrote, secretHash }),
}

export const presentingAccessToken: Presenting<PresentedToken, AccessTokenRow> = {
  asked: { hex: 'text' },
  values: ({ tokenDigest }) => ({ hex: tokenDigest }),
  parts: accessTokenParts,
  ids: 'c.merchant_id, null::int as api_key_id, c.id as oauth_client_id',
  merchantId: 't.merchant_id',
  may: mayWrite('c', 'coalesce(c.end_reason, t.end_reason)'),
  implied: impliedBy('c'),
  thatWrote: () => thatWrote,
}

/** What is told of a call for which nothing was written, so that `written` is null: else whoever asked knows it (ADR-0099). */
export const toldUnless = (written: string, text: string): string => `case when ${written} is null then ${text} end`

/** The columns of a credential under names of their own, so that they can be told at the end of a statement, the `implied` ones unless it wrote. */
export const keptColumns = (
  { parts: { columns }, implied }: Pick<Presenting<never, unknown>, 'parts' | 'implied'>,
  written: string,
) => ({
  kept: columns.texts.map((text, at) => `${text} as told_${at}`),
  told: columns.texts.map((text, at) =>
    implied.includes(text) ? toldUnless(written, `c.told_${at}`) : `c.told_${at}`,
  ),
})

/**
 * The credential of a call, and what the call wrote, by one statement in place of two (ADR-0076). The statement tells first what `read`
 * reads, of which the first column is null where nothing was written, and the credential after so many columns. Undefined, and nothing is
 * written, when the idempotency key of the call is bound already, or a limit was set a moment ago and has no room.
 */
export function writeBy<Presented, Row extends object, Asked, Ground>(
  { asked: presentedColumns, values, parts, thatWrote }: Presenting<Presented, Row>,
  columns: AskedColumns,
  statement: (questions: Questions) => string,
  toValues: (asked: Asked) => Record<string, unknown>,
  { read, width }: { readonly read: (row: Values, at: number, asked: Asked) => Ground; readonly width: number },
) {
  const write = writesOf({ ...columns, ...presentedColumns }, statement)
  return async (
    db: Database,
    { presented, asked }: Question<Presented, Asked>,
  ): Promise<Opened<Row, Ground> | undefined> => {
    try {
      const row = await write(db, Object.assign(toValues(asked), values(presented)))
      const credential = parts.columns.read(row, 1 + width)
      if (credential && row[1] !== null) Object.assign(credential, thatWrote(presented))
      return { credential, ground: read(row, 1, asked) }
    } catch (error) {
      if (violates(error, 'idempotency_keys_pkey') || violates(error, 'discount_limits')) return undefined
      throw error
    }
  }
}
