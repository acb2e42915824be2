/** `X-Terminal-Id` (D58): it names the till, is no secret, proves nothing and never changes an answer. */

const wellFormed = /^[A-Za-z0-9._:-]{1,64}$/

/** The terminal that a call names; undefined when it names none, or ill-formed, which is as if it named none. */
export function terminalOf(header: string | null): string | undefined {
  return header !== null && wellFormed.test(header) ? header : undefined
}

/** The same as the record of a call tells it: which terminal, or that the header was ill-formed. */
export function terminalDetails(header: string): { terminal?: string; terminalIllFormed?: true } {
  return wellFormed.test(header) ? { terminal: header } : { terminalIllFormed: true }
}
