import type { CollaboratorRecord } from '@/db/queries/offices/collaborators'
import { decryptIdentification, type IdentificationKeys } from '@/lib/identification/identification'
import { tailOf } from './drafts'

/** A collaborator of the company, with no more of the identification than its last characters. */
export type CollaboratorView = Omit<CollaboratorRecord, 'ciphertext'> & { readonly identificationTail: string }

export function viewOf(
  { ciphertext, ...collaborator }: CollaboratorRecord,
  keys: IdentificationKeys,
): CollaboratorView {
  return { ...collaborator, identificationTail: tailOf(decryptIdentification(keys, ciphertext)) }
}
