import { type Database, gathered } from '@/db/database'
import { valuesInOrder } from '@/db/rows'
import { type AccessTokenRow, type ApiKeyRow, accessTokenParts, apiKeyParts } from './credentials'
import { applyParts, arraysOf, type GroundParts, offersParts } from './offers'

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
function readByApiKey<Asked, Ground>({ arrays, types, names, columns, joins }: GroundParts<Asked, Ground>) {
  const statement = `
    select q.n::int, ${[...apiKeyParts.columns.texts, ...columns.texts].join(', ')}
    from unnest(${arraysOf(['text', 'text', ...types])}) with ordinality as q (prefix, secret_hash, ${names}, n)
    ${apiKeyParts.joins}
    ${joins(`(case when k.secret_hash = decode(q.secret_hash, 'hex') then k.merchant_id end)`)}`
  const groundAt = 1 + apiKeyParts.columns.texts.length
  return gathered<Question<PresentedApiKey, Asked>, Opened<ApiKeyRow, Ground>>(async (db, questions) => {
    const rows = await db.ask(statement, [
      questions.map(({ presented }) => presented.prefix),
      questions.map(({ presented }) => presented.secretHash.toString('hex')),
      ...arrays(questions.map(({ asked }) => asked)),
    ])
    return valuesInOrder(rows, questions.length).map((row) => ({
      credential: apiKeyParts.columns.read(row, 1),
      ground: columns.read(row, groundAt),
    }))
  })
}

function readByAccessToken<Asked, Ground>({ arrays, types, names, columns, joins }: GroundParts<Asked, Ground>) {
  const statement = `
    select q.n::int, ${[...accessTokenParts.columns.texts, ...columns.texts].join(', ')}
    from unnest(${arraysOf(['text', ...types])}) with ordinality as q (hex, ${names}, n)
    ${accessTokenParts.joins}
    ${joins('t.merchant_id')}`
  const groundAt = 1 + accessTokenParts.columns.texts.length
  return gathered<Question<PresentedToken, Asked>, Opened<AccessTokenRow, Ground>>(async (db, questions) => {
    const rows = await db.ask(statement, [
      questions.map(({ presented }) => presented.tokenDigest),
      ...arrays(questions.map(({ asked }) => asked)),
    ])
    return valuesInOrder(rows, questions.length).map((row) => ({
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
