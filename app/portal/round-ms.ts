/** Rounds to a tenth below ten milliseconds, and to whole milliseconds above. */
export const roundMs = (ms: number): number => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))
