import type * as z from 'zod'
import type { OfficeDb, OfficeTx } from '@/db/office'
import type { PersonOfNetwork } from '@/db/queries/offices/personal-data'
import type { Carried } from '@/lib/approvals/registry'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { aboutPeople, wordsOfPeople } from './name-people'
import { requirePeople } from './show-held'

type Payload = z.output<typeof aboutPeople>

/** Who is exported. Throws `not_found`, and `already_erased` where one of them was. */
export async function requireThere(
  db: OfficeDb | OfficeTx,
  { collaboratorIds }: Payload,
): Promise<readonly PersonOfNetwork[]> {
  const people = await requirePeople(db, collaboratorIds)
  if (people.some(({ erasedAt }) => erasedAt !== null)) throw new OfficeFault('already_erased')
  return people
}

/**
 * An export of what is held of a person needs two people (ADR-0055, ADR-0059). Nothing is made when it is approved: the file is made
 * from the rows whenever it is downloaded.
 */
export const personExport: Carried<Payload> = {
  schema: aboutPeople,
  words: wordsOfPeople,
  check: async ({ db }, payload) => {
    await requireThere(db, payload)
  },
  carryOut: async ({ db }, payload) => {
    await requireThere(db, payload)
    return { people: payload.collaboratorIds }
  },
}
