import { hash, verify } from '@node-rs/argon2'
import { Fault } from '@/lib/kernel/fault'
import type { Gate } from '@/lib/kernel/gate'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { normalPassword } from './password'

/** OWASP's first choice for argon2id, which is this library's default algorithm. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash with the same parameters that no password has: verified when there is no hash to verify, so that both take as long.
 */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$YA7HrVnDF2cPFn5F+eFf8Q$UZ/VOxFrPxvoZDzHRT3ILyWRkUcBOlNERi7J0Dww6jk'

/** The argon2id hash of a password while a network is loaded: no request waits, so no bound applies. */
export const hashForLoading = (password: string): Promise<string> => hash(normalPassword(password), argon2id)

/** The argon2id hash of a password or a recovery code. Throws `busy` when too many callers wait. */
export const hashSecretText = (hashing: Gate, text: string): Promise<string> =>
  inTurn(hashing, () => hash(normalPassword(text), argon2id))

/**
 * Whether a text is the one that was hashed; false without a hash, after the same work. Throws `busy` when too many callers
 * wait.
 */
export async function matchesSecretText(hashing: Gate, text: string, hashed: string | undefined): Promise<boolean> {
  const matches = await inTurn(hashing, () => verify(hashed ?? dummyHash, normalPassword(text)))
  return matches && hashed !== undefined
}

/** Bounds the hashes at a time: a thousand must neither fill the memory (19 MB each) nor take all of libuv's threads. */
async function inTurn<T>(hashing: Gate, work: () => Promise<T>): Promise<T> {
  try {
    return await hashing.run(work)
  } catch (error) {
    throw error instanceof Fault ? new OfficeFault('busy') : error
  }
}
