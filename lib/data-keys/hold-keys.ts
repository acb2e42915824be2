import type { OfficeTx } from '@/db/office'
import { holdKeyGeneration, lockPeopleByHmacs, rekeyPeople } from '@/db/queries/offices/data-keys'
import {
  hmacIdentification,
  hmacsOf,
  type IdentificationKeys,
  ofGeneration,
  requireLiveKeys,
} from '@/lib/identification/identification'
import { rekeyed } from './rekeyed'

/** The keys with which a transaction writes identifications: those of the present generation, until it ends (ADR-0060). */
export async function holdKeys(tx: OfficeTx, held: IdentificationKeys): Promise<IdentificationKeys> {
  const live = await holdKeyGeneration(tx)
  requireLiveKeys(held, live)
  return ofGeneration(held, live.keyGeneration)
}

type Person = { readonly identificationTypeId: number; readonly identification: string }

/** People whose HMACs are sought by one statement. */
const peoplePerStatement = 2_000

/**
 * Writes these people under the keys that are held, in whatever company they stand under others. From then on the database's own
 * constraints see all rows of each of them: nobody is twice in a company, nor active in two (D31).
 */
export async function bringForward(tx: OfficeTx, keys: IdentificationKeys, people: readonly Person[]): Promise<void> {
  if (keys.held.size === 1) return
  for (let from = 0; from < people.length; from += peoplePerStatement) {
    const hmacs = people.slice(from, from + peoplePerStatement).flatMap(({ identificationTypeId, identification }) => {
      const present = hmacIdentification(keys, identificationTypeId, identification)
      return hmacsOf(keys, identificationTypeId, identification).filter((hmac) => !hmac.equals(present))
    })
    const found = await lockPeopleByHmacs(tx, hmacs)
    await rekeyPeople(
      tx,
      found.map((person) => rekeyed(keys, person)),
    )
  }
}
