import { openSealed, seal } from '@/lib/kernel/seal'

/** The shared secret of a two-step verification as the database keeps it: sealed for that user alone. */
export const sealTotpSecret = (key: Buffer, userId: number, secret: string): Buffer =>
  seal(key, Buffer.from(secret), boundTo(userId))

/** The shared secret. Throws when the bytes were altered, sealed with another key or for another user. */
export const openTotpSecret = (key: Buffer, userId: number, bytes: Buffer): string =>
  openSealed(key, bytes, boundTo(userId)).toString('utf8')

const boundTo = (userId: number) => `user ${userId}`
