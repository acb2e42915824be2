import { type Database, gathered } from '@/db/database'
import { inOrder } from '@/db/rows'
import { type AccessTokenRow, type ApiKeyRow, accessTokenParts, apiKeyParts } from './credentials'
import {
  type ApplyAnswer,
  type ApplyAsked,
  type ApplyGround,
  applyParts,
  arraysOf,
  groundOf,
  type OffersAnswer,
  offersInOrder,
  offersParts,
  type PersonAsked,
  type PersonsOffers,
} from './offers'

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

/** The parts of `offersParts` and `applyParts` that a statement is made of. */
type Parts = {
  readonly types: readonly string[]
  readonly names: string
  readonly columns: string
  readonly joins: (merchantId: string) => string
}

/** For a wrong secret nothing is read, as for a prefix that nobody has: both take the same work (D52). */
const byApiKey = ({ types, names, columns, joins }: Parts): string => `
  select q.n::int as n, ${apiKeyParts.columns}, ${columns}
  from unnest(${arraysOf(['text', 'text', ...types])}) with ordinality as q (prefix, secret_hash, ${names}, n)
  ${apiKeyParts.joins}
  ${joins(`(case when k.secret_hash = decode(q.secret_hash, 'hex') then k.merchant_id end)`)}`

const keyArrays = (questions: readonly Question<PresentedApiKey, unknown>[]) => [
  questions.map(({ presented }) => presented.prefix),
  questions.map(({ presented }) => presented.secretHash.toString('hex')),
]

const byAccessToken = ({ types, names, columns, joins }: Parts): string => `
  select q.n::int as n, ${accessTokenParts.columns}, ${columns}
  from unnest(${arraysOf(['text', ...types])}) with ordinality as q (hex, ${names}, n)
  ${accessTokenParts.joins}
  ${joins('t.merchant_id')}`

const tokenArray = (questions: readonly Question<PresentedToken, unknown>[]) =>
  questions.map(({ presented }) => presented.tokenDigest)

const askedOf = <Asked>(questions: readonly Question<unknown, Asked>[]) => questions.map(({ asked }) => asked)

/** A row with the columns of a credential too, which are null where there is none. */
type With<Credential, Answer> = Answer & { [key in keyof Credential]: Credential[key] | null }

const credentialOf = <Credential extends { id: number }>(row: With<Credential, object>): Credential | undefined =>
  row.id === null ? undefined : (row as unknown as Credential)

const offersByApiKey = byApiKey(offersParts)

/** An API key by its prefix, and what a person may use at its merchant. */
export const findOffersByApiKey = gathered<Question<PresentedApiKey, PersonAsked>, Opened<ApiKeyRow, PersonsOffers>>(
  async (db, questions) => {
    const asked = [...keyArrays(questions), ...offersParts.arrays(askedOf(questions))]
    const rows = await db.ask<With<ApiKeyRow, OffersAnswer>>(offersByApiKey, asked)
    return offersInOrder(rows, questions.length).map(({ first, ...ground }) => ({
      credential: credentialOf<ApiKeyRow>(first),
      ground,
    }))
  },
)

const offersByAccessToken = byAccessToken(offersParts)

/** The client behind an access token, and what a person may use at its merchant. */
export const findOffersByAccessToken = gathered<
  Question<PresentedToken, PersonAsked>,
  Opened<AccessTokenRow, PersonsOffers>
>(async (db, questions) => {
  const asked = [tokenArray(questions), ...offersParts.arrays(askedOf(questions))]
  const rows = await db.ask<With<AccessTokenRow, OffersAnswer>>(offersByAccessToken, asked)
  return offersInOrder(rows, questions.length).map(({ first, ...ground }) => ({
    credential: credentialOf<AccessTokenRow>(first),
    ground,
  }))
})

const applyByApiKey = byApiKey(applyParts)

/** An API key by its prefix, and all that an apply at its merchant must know. */
export const loadApplyGroundByApiKey = gathered<Question<PresentedApiKey, ApplyAsked>, Opened<ApiKeyRow, ApplyGround>>(
  async (db, questions) => {
    const asked = [...keyArrays(questions), ...applyParts.arrays(askedOf(questions))]
    const rows = await db.ask<With<ApiKeyRow, ApplyAnswer>>(applyByApiKey, asked)
    return inOrder(rows, questions.length).map((row) => ({
      credential: credentialOf<ApiKeyRow>(row),
      ground: groundOf(row),
    }))
  },
)

const applyByAccessToken = byAccessToken(applyParts)

/** The client behind an access token, and all that an apply at its merchant must know. */
export const loadApplyGroundByAccessToken = gathered<
  Question<PresentedToken, ApplyAsked>,
  Opened<AccessTokenRow, ApplyGround>
>(async (db, questions) => {
  const asked = [tokenArray(questions), ...applyParts.arrays(askedOf(questions))]
  const rows = await db.ask<With<AccessTokenRow, ApplyAnswer>>(applyByAccessToken, asked)
  return inOrder(rows, questions.length).map((row) => ({
    credential: credentialOf<AccessTokenRow>(row),
    ground: groundOf(row),
  }))
})
