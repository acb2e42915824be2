import { bareIdentification, cedulaDoubtOf } from '@/lib/identification/cedula'

/** Why an RNC looks mistyped. It is said to whoever wrote it and refuses nothing: the DGII's list decides, and we do not have it. */
export type RncDoubt = 'letters' | 'length' | 'check_digit'

/** Numbers that the DGII gave out and that fail the rule of the check digit, as python-stdnum (stdnum.do.rnc) lists them. */
const givenOutOtherwise: ReadonlySet<string> = new Set(
  `101581601 101582245 101595422 101595785 10233317 131188691 401007374 501341601 501378067 501620371 501651319 501651823
   501651845 501651926 501656006 501658167 501670785 501676936 501680158 504654542 504680029 504681442 505038691`.split(
    /\s+/,
  ),
)

const weights = [7, 9, 8, 6, 5, 4, 3, 2]

function checkDigitOf(digits: string): number {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return ((10 - (sum % 11)) % 9) + 1
}

/**
 * What is odd about an RNC, written with or without hyphens; undefined for one that fits. A legal person's has 9 digits of which the
 * last one checks the others; a natural person's is their cédula.
 */
export function doubtOfRnc(legalId: string): RncDoubt | undefined {
  const number = bareIdentification(legalId)
  if (!/^\d+$/.test(number)) return 'letters'
  if (givenOutOtherwise.has(number)) return undefined
  if (number.length === 11) return cedulaDoubtOf(number) && 'check_digit'
  if (number.length !== weights.length + 1) return 'length'
  return checkDigitOf(number) === Number(number.at(-1)) ? undefined : 'check_digit'
}
