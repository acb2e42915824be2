import * as z from 'zod'
import type { ApprovalContext } from '@/lib/approvals/registry'
import { requirePeople } from './show-held'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** What an approval keeps of a request about a person: the rows of the person, by their numbers, and its case. */
export const aboutPeople = z.object({
  collaboratorIds: z
    .array(id)
    .min(1)
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length),
  caseId: id.optional(),
})

/** By number and company: who it is, the approval does not say. */
export async function wordsOfPeople({ db }: ApprovalContext, { collaboratorIds }: z.output<typeof aboutPeople>) {
  const people = await requirePeople(db, collaboratorIds)
  return {
    people: people.length,
    detail: people.map(({ collaboratorId, companyName }) => `${collaboratorId} (${companyName})`).join(', '),
  }
}
