import type * as z from 'zod'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { lockCompany } from '@/db/queries/offices/companies'
import {
  deleteLinksOf,
  deleteWhatNames,
  eraseNamesOfTrail,
  erasePerson,
  forgetAddresses,
  lockPeopleOfNetwork,
} from '@/db/queries/offices/erasure'
import { listAddressesOf } from '@/db/queries/offices/personal-data'
import { findPrivacyCase, forgetRectifications } from '@/db/queries/offices/privacy-cases'
import type { Carried } from '@/lib/approvals/registry'
import { recordEvents } from '@/lib/audit/record-event'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { lockOpen } from './end-case'
import { aboutPeople, wordsOfPeople } from './name-people'
import { requirePeople } from './show-held'

type Payload = z.output<typeof aboutPeople>

/** Throws `not_found`, and `already_erased` when one of them was erased before. */
async function requireErasable(ctx: Parameters<Carried<Payload>['check']>[0], { collaboratorIds }: Payload) {
  const people = await requirePeople(ctx.db, collaboratorIds)
  if (people.some(({ erasedAt }) => erasedAt !== null)) throw new OfficeFault('already_erased')
  return people
}

/** Throws `not_found`, and `case_ended` when the case that asks for it was answered or refused since. */
async function requireOpenCase(db: OfficeDb, { caseId }: Payload): Promise<void> {
  if (caseId === undefined) return
  const found = await findPrivacyCase(db, caseId)
  if (!found) throw new OfficeFault('not_found')
  if (found.state !== 'open') throw new OfficeFault('case_ended')
}

/**
 * Erases a person at the companies that were chosen (Ley 172-13, ADR-0059), in one transaction: afterwards nothing says who it was, and
 * no amount, sum or counter is another. Companies are locked first, since imports and invitations of theirs hold that lock while they
 * work on what they have read; then the rows, so that a reservation that has begun comes before or after.
 */
export const personErasure: Carried<Payload> = {
  schema: aboutPeople,
  words: wordsOfPeople,
  check: async (ctx, payload) => {
    await requireErasable(ctx, payload)
    await requireOpenCase(ctx.db, payload)
  },
  carryOut: async (ctx, payload) => {
    // The approval's own transaction.
    const tx = ctx.db as unknown as OfficeTx
    // Whoever ends its case waits, or was first.
    if (payload.caseId !== undefined) await lockOpen(tx, payload.caseId)
    const ids = payload.collaboratorIds.toSorted((a, b) => a - b)
    const companies = new Set((await requirePeople(ctx.db, ids)).map(({ companyId }) => companyId))
    for (const companyId of [...companies].sort((a, b) => a - b)) await lockCompany(tx, companyId)
    const addresses = new Set(await deleteLinksOf(tx, ids))
    await lockPeopleOfNetwork(tx, ids)
    const people = await requireErasable(ctx, payload)
    for (const { collaboratorId } of people) {
      for (const email of await listAddressesOf(tx, collaboratorId)) addresses.add(email)
      await erasePerson(tx, collaboratorId)
      await deleteWhatNames(tx, collaboratorId)
      await eraseNamesOfTrail(tx, collaboratorId)
    }
    await forgetRectifications(tx, ids)
    if (addresses.size > 0) await forgetAddresses(tx, [...addresses])
    await recordEvents(
      tx,
      ctx.origin,
      people.map(({ collaboratorId, companyId }) => ({
        ...{ operator: true as const, userId: ctx.member.userId, companyId },
        ...{ action: 'collaborator.erased' as const, subjectType: 'collaborator' as const, subjectId: collaboratorId },
      })),
    )
    return { people: ids }
  },
}
