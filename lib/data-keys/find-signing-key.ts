import type { KeyObject } from 'node:crypto'
import type { OfficeDb } from '@/db/office'
import { findInstallation } from '@/db/queries/offices/data-keys'
import type { DataKeys } from '@/lib/kernel/data-keys'
import { type SigningPurpose, signingKeyOf } from '@/lib/kernel/signing-key'
import { signingSeed } from './carried-keys'

/** The key with which this installation signs for a purpose, whichever generation its DATA_KEY is of (ADR-0060). */
export async function findSigningKey(db: OfficeDb, keys: DataKeys, purpose: SigningPurpose): Promise<KeyObject> {
  const kept = keys.generation === 1 ? undefined : await findInstallation(db)
  return signingKeyOf(signingSeed(keys, kept, purpose))
}
