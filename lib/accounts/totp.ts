import { generateSecret, generateURI, verifySync } from 'otplib'

/** RFC 6238 as every authenticator has it: SHA-1, six digits, 30 seconds. */
const parameters = { algorithm: 'sha1', digits: 6, period: 30 } as const

/**
 * One step back, for users who type while the code changes (RFC 6238, 5.2), and one ahead, for a telephone whose clock is fast.
 * A code is therefore accepted for up to 90 seconds, and once.
 */
const toleranceSeconds = 30

const issuer = 'Aliado'

/** A new shared secret: 160 random bits in base 32. */
export const newTotpSecret = (): string => generateSecret()

/** The address that the QR code holds for an authenticator. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer, label: email, secret, ...parameters })

/** The time step of a code; undefined when the code is of no step that counts now. */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds, ...parameters })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Whether a text has the shape of a code; spaces are already gone. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)
