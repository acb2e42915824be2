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
  // A support view reads none (ADR-0056).
  const isHidden = collaborator.erasedAt !== null || ciphertext.length === 0
  const identification = isHidden ? '' : decryptIdentification(keys, ciphertext, keyGeneration)
  return { ...collaborator, identificationTail: tailOf(identification) }
}
