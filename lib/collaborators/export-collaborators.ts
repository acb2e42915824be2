import type { OfficeDb } from '@/db/office'
import { type CollaboratorRecord, listCollaborators } from '@/db/queries/offices/collaborators'
import { attempt } from '@/lib/attempts/attempt-change'
import type { PeopleContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { decryptIdentification } from '@/lib/identification/identification'
import type { CollaboratorFilter } from './filter'
import { selectionOf } from './filter'
import { collaboratorsPermission } from './permission'

/** A collaborator as a file has them, with the whole identification: the file can be changed and uploaded again. */
export type ExportedCollaborator = Omit<
  CollaboratorRecord,
  'ciphertext' | 'keyGeneration' | 'erasedAt' | 'invitedAt'
> & {
  readonly identification: string
}

/**
 * The company's collaborators that the filter selects, by name, a batch at a time. The audit trail records that their
 * identifications were given out; the rows are read from `rows`. Throws `permission_missing`.
 */
export async function exportCollaborators(
  ctx: PeopleContext,
  filter: CollaboratorFilter,
  rows: OfficeDb = ctx.db,
): Promise<Batches<ExportedCollaborator>> {
  const asked = { permission: collaboratorsPermission, action: 'collaborators.exported' } as const
  await attempt(ctx, asked, ({ record }) => record())
  const selection = selectionOf(filter)
  const read = (last: CollaboratorRecord | undefined, limit: number) =>
    listCollaborators(rows, ctx.member.companyId, selection, { after: last?.id, limit })
  return readBatches(read, ({ ciphertext, keyGeneration, erasedAt, invitedAt: _, ...person }) => ({
    ...person,
    identification: erasedAt ? '' : decryptIdentification(ctx.identificationKeys, ciphertext, keyGeneration),
  }))
}
