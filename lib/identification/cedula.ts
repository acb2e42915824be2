/** Why a text is probably no cédula as it was issued. Some that were issued fail the check (D23), so nothing is refused for it. */
export type CedulaDoubt = 'identification_short' | 'cedula_length' | 'cedula_check_digit'

/** Whether an identification type is the Dominican cédula; a network names its types, so this reads the name. */
export const isCedula = (typeName: string): boolean => /^c[eé]dula/iu.test(typeName.normalize('NFC').trim())

/**
 * The digit with which ten digits become a cédula: each is multiplied by 1 and 2 in turn, the digits of the products are added up,
 * and the check digit makes the sum a multiple of ten.
 */
export function cedulaCheckDigit(tenDigits: string): number {
  const sum = [...tenDigits].reduce((total, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** An identification without the hyphens, dots and spaces with which people write it. */
export const bareIdentification = (typed: string): string => typed.replace(/[\s.\u2010-\u2015-]/gu, '')

/** What to look at in an identification, written without hyphens or spaces, that is said to be a cédula. */
export function cedulaDoubtOf(identification: string): CedulaDoubt | undefined {
  // Spreadsheets drop leading zeros.
  if (/^\d{8,10}$/.test(identification)) return 'identification_short'
  if (!/^\d{11}$/.test(identification)) return 'cedula_length'
  return cedulaCheckDigit(identification.slice(0, 10)) === Number(identification[10]) ? undefined : 'cedula_check_digit'
}
