import type { AccountContext } from '@/lib/context'
import { hashSecretText } from './hash-password'
import { newRecoveryCodes } from './recovery'

/**
 * Ten new codes, and what the database keeps of them. Call it before any transaction: argon2 is slow on purpose, and no lock
 * may be held meanwhile.
 */
export async function hashRecoveryCodes({
  hashing,
}: AccountContext): Promise<{ codes: string[]; hashed: { prefix: string; codeHash: string }[] }> {
  const codes = newRecoveryCodes()
  const hashed = await Promise.all(
    codes.map(async (code) => ({ prefix: code.slice(0, 4), codeHash: await hashSecretText(hashing, code) })),
  )
  return { codes, hashed }
}
