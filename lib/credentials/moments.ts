/** The later of two moments, of which one may not have been. */
export const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one
