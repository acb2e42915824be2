import { countCollaborators, listCollaborators as listRecords } from '@/db/queries/offices/collaborators'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { PeopleContext } from '@/lib/context'
import { pageOf } from '@/lib/kernel/page'
import { type CollaboratorFilter, selectionOf } from './filter'
import { collaboratorsPermission } from './permission'
import { viewOf } from './views'

/** A page of the company's collaborators by name, and how many the filter selects in all. Throws `permission_missing`. */
export async function listCollaborators(ctx: PeopleContext, filter: CollaboratorFilter) {
  const { companyId } = ctx.member
  requirePermission(ctx.member, collaboratorsPermission)
  const selection = selectionOf(filter)
  const { after, before } = filter
  const [records, total] = await Promise.all([
    listRecords(ctx.db, companyId, selection, {
      after,
      before,
      descending: filter.sort === '-name',
      limit: filter.size + 1,
    }),
    countCollaborators(ctx.db, companyId, selection),
  ])
  const { page, previous, next } = pageOf(records, filter.size, { after, before })
  return {
    people: page.map((record) => viewOf(record, ctx.identificationKeys)),
    total,
    nextAfter: next?.id,
    previousBefore: previous?.id,
  }
}
