import { countCollaborators, listCollaborators as listRecords } from '@/db/queries/offices/collaborators'
import type { PeopleContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { type CollaboratorFilter, selectionOf } from './filter'
import { viewOf } from './views'

const pageSize = 50

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
