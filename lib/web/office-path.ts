import type { OfficeKind } from './form-state'
import { companyHomePath, homePath, operatorHomePath } from './own-path'

/** Holds which kind of office the reader was in last, so that the account's pages keep its frame. Believed for nothing else. */
export const officeCookie = 'aliado_office'

/** The kind of office that a path belongs to; undefined for one of neither. */
export function officeKindOf(path: string): OfficeKind | undefined {
  const isBelow = (home: string) => path === home || path.startsWith(`${home}/`)
  if (isBelow(homePath)) return 'merchant'
  if (isBelow(companyHomePath)) return 'company'
  return isBelow(operatorHomePath) ? 'operator' : undefined
}
