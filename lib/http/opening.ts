import type { Database } from '@/db/database'
import type { OpeningReads } from '@/db/queries/tills/openings'
import type { IdentificationKeys } from '@/lib/identification/identification'
import { type LookUp, lookUpIn } from './authenticate'

/** What an operation reads before it does anything, where that can be read together with the credential (ADR-0066). */
export type Opening<Input, Asked, Ground> = OpeningReads<Asked, Ground> & {
  readonly question: (keys: IdentificationKeys, input: Input, idempotencyKey: string | undefined) => Asked
}

/** The look-up of a call's credential, which keeps what else it read. */
export type OpeningLookUp<Ground> = LookUp & { ground: Ground | undefined }

/** By a statement of its own, without anything else. */
export const plainLookUp = (db: Database): OpeningLookUp<never> => ({ ...lookUpIn(db), ground: undefined })

/**
 * By one statement with what the operation reads. For an input that was accepted already: a call that would be refused for its
 * credential is refused for it also here, whatever else was read.
 */
export function lookUpWith<Input, Asked, Ground>(
  opening: Opening<Input, Asked, Ground>,
  db: Database,
  asked: Asked,
): OpeningLookUp<Ground> {
  const made: OpeningLookUp<Ground> = {
    ground: undefined,
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
