import type { CollaboratorRecord } from '@/db/queries/offices/collaborators'
import { decryptIdentification, type IdentificationKeys } from '@/lib/identification/identification'
import { tailOf } from './drafts'

/** A collaborator of the company, with no more of the identification than its last characters. */
export type CollaboratorView = Omit<CollaboratorRecord, 'ciphertext' | 'keyGeneration'> & {
  readonly identificationTail: string
}

export function viewOf(
  { ciphertext, keyGeneration, ...collaborator }: CollaboratorRecord,
  keys: IdentificationKeys,
): CollaboratorView {
  const identification = collaborator.erasedAt ? '' : decryptIdentification(keys, ciphertext, keyGeneration)
  return { ...collaborator, identificationTail: tailOf(identification) }
}
