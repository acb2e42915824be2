import { type CollaboratorRecord, type CollaboratorSelection, listCollaborators } from '@/db/queries/collaborators'
import { attemptCompanyChange, recordCompanyChange } from '@/lib/companies/attempt-change'
import type { PeopleContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { decryptIdentification } from '@/lib/network/identification'
import type { CollaboratorFilter } from './filter'
import { selectionOf } from './list-collaborators'

/** Somebody as a file has them, which can be changed and uploaded again: with the whole identification. */
export type ExportedCollaborator = Omit<CollaboratorRecord, 'ciphertext'> & { readonly identification: string }

/** A file's rows are read so many at a time. */
const batchSize = 2_000

/**
 * The company's people that are so narrowed, by name, a batch at a time. The trail says that their identifications were handed out.
 * Throws `permission_missing`.
 */
export async function exportCollaborators(
  ctx: PeopleContext,
  filter: CollaboratorFilter,
): Promise<Batches<ExportedCollaborator>> {
  const asked = { action: 'collaborators.exported' } as const
  await attemptCompanyChange(ctx, 'company.collaborators.manage', asked, (tx) => recordCompanyChange(tx, ctx, asked))
  return batchesOf(ctx, selectionOf(filter))
}

async function* batchesOf({ db, member, identificationKeys }: PeopleContext, selection: CollaboratorSelection) {
  let after: number | undefined
  for (;;) {
    const records = await listCollaborators(db, member.companyId, selection, { after, limit: batchSize })
    yield records.map(({ ciphertext, ...person }) => ({
      ...person,
      identification: decryptIdentification(identificationKeys, ciphertext),
    }))
    if (records.length < batchSize) return
    after = records.at(-1)?.id
  }
}
