import { type Keyring, keyOf } from '@/lib/kernel/data-keys'
import { openSealed, seal } from '@/lib/kernel/seal'

/** A shared secret as the database keeps it, and the generation of its key. */
export type SealedTotp = { readonly sealed: Buffer; readonly generation: number }

/** The shared secret of a two-step verification as the database keeps it: sealed for that user alone. */
export const sealTotpSecret = (keys: Keyring, userId: number, secret: string, generation: number): SealedTotp => ({
  sealed: seal(keyOf(keys, generation), Buffer.from(secret), boundTo(userId)),
  generation,
})

/** The shared secret. Throws when the bytes were altered, sealed with another key or for another user. */
export const openTotpSecret = (keys: Keyring, userId: number, { sealed, generation }: SealedTotp): string =>
  openSealed(keyOf(keys, generation), sealed, boundTo(userId)).toString('utf8')

const boundTo = (userId: number) => `user ${userId}`
