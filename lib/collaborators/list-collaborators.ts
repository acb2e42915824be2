import {
  type CollaboratorRecord,
  type CollaboratorSelection,
  countCollaborators,
  listCollaborators as listRecords,
} from '@/db/queries/offices/collaborators'
import type { PeopleContext } from '@/lib/context'
import { decryptIdentification, type IdentificationKeys } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { tailOf } from './drafts'
import { type CollaboratorFilter, wordsOf } from './filter'

/** One of a company's people, with no more of the identification than its last characters. */
export type CollaboratorView = Omit<CollaboratorRecord, 'ciphertext'> & { readonly identificationTail: string }

const pageSize = 50

export function viewOf(
  { ciphertext, ...collaborator }: CollaboratorRecord,
  keys: IdentificationKeys,
): CollaboratorView {
  return { ...collaborator, identificationTail: tailOf(decryptIdentification(keys, ciphertext)) }
}

export const selectionOf = ({ search, type, status }: CollaboratorFilter): CollaboratorSelection => ({
  words: wordsOf(search),
  typeId: type === 'none' ? null : type,
  active: status === undefined ? undefined : status === 'active',
})

/** A page of the company's people by name, and how many the filter holds. Throws `permission_missing`. */
export async function listCollaborators(ctx: PeopleContext, filter: CollaboratorFilter) {
  const { companyId, permissions } = ctx.member
  if (!permissions.includes('company.collaborators.manage')) throw new OfficeFault('permission_missing')
  const selection = selectionOf(filter)
  const { after, before } = filter
  const [records, total] = await Promise.all([
    listRecords(ctx.db, companyId, selection, { after, before, limit: pageSize + 1 }),
    countCollaborators(ctx.db, companyId, selection),
  ])
  const { page, previous, next } = pageOf(records, pageSize, { after, before })
  return {
    people: page.map((record) => viewOf(record, ctx.identificationKeys)),
    total,
    nextAfter: next?.id,
    previousBefore: previous?.id,
  }
}
