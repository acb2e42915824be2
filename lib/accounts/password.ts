import { isCommon } from './common'
import { passwordLength } from './length'

/** No password and no recovery code is longer; a longer text is refused before any work (P-21). In UTF-16 units. */
export const secretTextMax = 1_000

/** One form for what looks the same, however a keyboard composes it (NIST SP 800-63B, 3.1.1.2). */
export const normalPassword = (text: string): string => text.normalize('NFKC')

/** Why a text cannot be a new password; each reason has a sentence of its own. */
export type PasswordProblem = 'password_short' | 'password_long' | 'password_common' | 'password_personal'

/** Words that belong to every user of this service, so attackers guess them first. */
const productWords = ['aliado']

/**
 * What is wrong with a new password of a person; undefined when nothing is. Length counts in characters; no rule of composition,
 * any character allowed (ASVS 6.2.5).
 */
export function judgePassword(text: string, person: { email: string; name: string }): PasswordProblem | undefined {
  if (text.length > secretTextMax) return 'password_long'
  const password = normalPassword(text)
  const { length } = [...password]
  if (length < passwordLength.min) return 'password_short'
  if (length > passwordLength.max) return 'password_long'
  if (isCommon(password)) return 'password_common'
  return isPersonal(password.toLowerCase(), person) ? 'password_personal' : undefined
}

/** Whether too little is left of a password without the words that an attacker knows of the person. */
function isPersonal(password: string, { email, name }: { email: string; name: string }): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const words = [email.toLowerCase(), local, ...domain.split('.'), ...name.toLowerCase().split(/\s+/), ...productWords]
  const rest = words
    .filter((word) => word.length > 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(normalPassword(word), ''), password)
  return rest !== password && [...rest].length < 8
}
