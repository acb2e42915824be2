import type { Database } from '@/db/database'
import type { AccessTokenRow, ApiKeyRow } from '@/db/queries/tills/credentials'
import type { Opened, OpeningReads, PresentedApiKey, PresentedToken } from '@/db/queries/tills/openings'
import type { Idempotency } from '@/lib/context'
import type { IdentificationKeys } from '@/lib/identification/identification'
import type { PresentedAs } from '@/lib/rate-limit/known-callers'
import { type LookUp, lookUpIn } from './authenticate'

/** What an operation asks the database together with the credential of its call. */
export type Opening<Input, Asked, Ground> = ReadingOpening<Input, Asked, Ground> | WritingOpening<Input, Asked, Ground>

/** What it reads before it does anything (ADR-0066). */
type ReadingOpening<Input, Asked, Ground> = OpeningReads<Asked, Ground> & {
  readonly question: (keys: IdentificationKeys, input: Input) => Asked
}

/** What it does, where nothing of the credential could refuse it (ADR-0076). */
type WritingOpening<Input, Asked, Ground> = {
  /** Undefined for an input of which more must be read first. */
  readonly order: (input: Input, idempotency: Idempotency, settings: OrderSettings) => Asked | undefined
  readonly byApiKey: Writes<PresentedApiKey, ApiKeyRow, Asked, Ground>
  readonly byAccessToken: Writes<PresentedToken, AccessTokenRow, Asked, Ground>
  /** Whether it was done, of what came of it. */
  readonly isWritten: (ground: Ground) => boolean
  /** What it reads with the credential where it may not do so. */
  readonly otherwise?: OpeningReads<Asked, Ground>
}

/** What of the service an order is made of. */
type OrderSettings = {
  readonly newCode: () => string
  readonly identificationKeys: IdentificationKeys
  /** Of an authorization, where the merchant has none of its own. */
  readonly ttlSeconds: number
}

/** Undefined when the record that it would make is there already. */
type Writes<Presented, Row, Asked, Ground> = (
  db: Database,
  call: { readonly presented: Presented; readonly asked: Asked },
) => Promise<Opened<Row, Ground | undefined> | undefined>

/** The look-up of a call's credential, which keeps what else came of it. */
export type OpeningLookUp<Ground> = LookUp & { ground: Ground | undefined; isWritten: boolean }

/** By a statement of its own, without anything else. */
export function plainLookUp(db: Database): OpeningLookUp<never> {
  const { apiKey, accessToken } = lookUpIn(db)
  return { apiKey, accessToken, ground: undefined, isWritten: false }
}

/**
 * By one statement with what the operation reads. For an input that was accepted already: a call that would be refused for its
 * credential is refused for it also here, whatever else was read.
 */
export function lookUpWith<Asked, Ground>(
  opening: OpeningReads<Asked, Ground>,
  db: Database,
  asked: Asked,
): OpeningLookUp<Ground> {
  const made: OpeningLookUp<Ground> = {
    ground: undefined,
    isWritten: false,
    apiKey: async (presented) => {
      const { credential, ground } = await opening.byApiKey(db, { presented, asked })
      made.ground = ground
      return credential
    },
    accessToken: async (presented) => {
      const { credential, ground } = await opening.byAccessToken(db, { presented, asked })
      made.ground = ground
      return credential
    },
  }
  return made
}

/** Lets a call of a credential through to a write, before the credential was read; `giveBack` when nothing was written. */
export type Admission = (presentedAs: PresentedAs) => Admitted | undefined | Promise<Admitted | undefined>

type Admitted = { readonly giveBack: () => void }

/**
 * By one statement with what the operation writes, for a call that `admit` lets through; else by `otherwise`. Whatever is not written is
 * left to the operation itself, which goes on by the credential that was read.
 */
export function lookUpAndWrite<Asked, Ground>(
  opening: Pick<WritingOpening<never, Asked, Ground>, 'byApiKey' | 'byAccessToken' | 'isWritten'>,
  db: Database,
  asked: Asked,
  admit: Admission,
  otherwise: OpeningLookUp<Ground>,
): OpeningLookUp<Ground> {
  async function inOne<Presented, Row>(
    presentedAs: PresentedAs,
    presented: Presented,
    write: Writes<Presented, Row, Asked, Ground>,
    read: (presented: Presented) => Promise<Row | undefined>,
  ): Promise<Row | undefined> {
    const readAlone = async () => {
      const row = await read(presented)
      made.ground = otherwise.ground
      return row
    }
    const admission = admit(presentedAs)
    const admitted = admission instanceof Promise ? await admission : admission
    if (!admitted) return readAlone()
    try {
      const opened = await write(db, { presented, asked })
      if (!opened) return await readAlone()
      made.ground = opened.ground
      made.isWritten = opened.ground !== undefined && opening.isWritten(opened.ground)
      return opened.credential
    } finally {
      if (!made.isWritten) admitted.giveBack()
    }
  }
  const made: OpeningLookUp<Ground> = {
    ground: undefined,
    isWritten: false,
    apiKey: (presented) => {
      const presentedAs = { name: presented.prefix, secretHash: presented.secretHash }
      return inOne(presentedAs, presented, opening.byApiKey, otherwise.apiKey)
    },
    accessToken: (presented) =>
      inOne({ name: presented.tokenDigest }, presented, opening.byAccessToken, otherwise.accessToken),
  }
  return made
}
