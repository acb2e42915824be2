import { and, asc, eq, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import {
  collaboratorInvitations,
  collaboratorLinks,
  collaboratorSessions,
  collaborators,
  knownDevices,
  mails,
  privacyRectifications,
  throttles,
} from '@/db/schema'
import { mailsOfPeople } from './personal-data'

/** What takes a person out of the network, for its operator alone (Ley 172-13, ADR-0059). */

/**
 * Ends the links to the pages of these people, and says where they were sent. Before the rows of the people are locked: who comes in by
 * a link has locked it before.
 */
export async function deleteLinksOf(tx: OfficeTx, ids: readonly number[]): Promise<readonly string[]> {
  const gone = await tx
    .delete(collaboratorLinks)
    .where(inArray(collaboratorLinks.collaboratorId, [...ids]))
    .returning({ email: collaboratorLinks.email })
  return whole(gone).map(({ email }) => email)
}

/** Locks people until the transaction ends, in the order of their ids; a till that reserves for one of them waits. */
export const lockPeopleOfNetwork = async (tx: OfficeTx, ids: readonly number[]) =>
  whole(
    await tx
      .select({ id: collaborators.id, companyId: collaborators.companyId, erasedAt: collaborators.erasedAt })
      .from(collaborators)
      .where(inArray(collaborators.id, [...ids]))
      .orderBy(asc(collaborators.id))
      .for('update'),
  )

/**
 * Takes the person out of a locked row: name, address and identification. What is left is the number, the company, the type and what
 * refers to the row.
 */
export async function erasePerson(tx: OfficeTx, collaboratorId: number): Promise<void> {
  const rows = await tx
    .update(collaborators)
    .set({
      ...{ firstName: '', lastName: '', email: null, active: false },
      identificationHmac: sql`decode(lpad(to_hex(id), 64, '0'), 'hex')`,
      identificationCiphertext: Buffer.alloc(0),
      keyGeneration: sql`hold_key_generation()`,
      erasedAt: sql`now()`,
    })
    .where(and(eq(collaborators.id, collaboratorId), isNull(collaborators.erasedAt)))
    .returning({ id: collaborators.id })
  theOnly(rows)
}

/** Deletes the ways of an erased person into their own page, where they were invited, and what was to be corrected of them. */
export async function deleteWhatNames(tx: OfficeTx, collaboratorId: number): Promise<void> {
  await deleteLinksOf(tx, [collaboratorId])
  await tx.delete(collaboratorSessions).where(eq(collaboratorSessions.collaboratorId, collaboratorId))
  // With the company, by which invitations are indexed.
  await tx
    .delete(collaboratorInvitations)
    .where(
      and(
        eq(collaboratorInvitations.collaboratorId, collaboratorId),
        sql`${collaboratorInvitations.companyId} = (select c.company_id from collaborators c where c.id = ${collaboratorId})`,
      ),
    )
  await tx
    .update(privacyRectifications)
    .set({ what: null })
    .where(eq(privacyRectifications.collaboratorId, collaboratorId))
}

/**
 * Takes addresses out of the mails that were sent there, and drops those that wait. A browser that is known by an address stays known
 * while the address is somebody else's too.
 */
export async function forgetAddresses(tx: OfficeTx, emails: readonly string[]): Promise<void> {
  const among = (column: SQLWrapper) => inArray(column, [...emails])
  await tx
    .update(mails)
    .set({ recipient: '', textBody: null, htmlBody: null, lastError: null })
    .where(and(inArray(mails.kind, mailsOfPeople), among(sql`lower(${mails.recipient})`)))
  await tx
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.purpose, 'own_benefits'),
        among(knownDevices.email),
        sql`not exists (select from collaborators where active and lower(email) = ${knownDevices.email})`,
      ),
    )
  await tx.delete(throttles).where(and(eq(throttles.scope, 'benefits_link_email'), among(throttles.subject)))
}

/** Takes the name of an erased person out of what the trail says of them. */
export async function eraseNamesOfTrail(tx: OfficeTx, collaboratorId: number): Promise<void> {
  theOnly(await tx.execute(sql`select erase_names_of_trail(${collaboratorId}::bigint)`))
}
