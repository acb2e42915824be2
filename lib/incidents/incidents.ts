/** Incidents of the network, and what `/status` says of each part of the service. */

export const incidentStates = ['investigating', 'identified', 'watching', 'resolved'] as const

export type IncidentState = (typeof incidentStates)[number]

export const serviceParts = ['api', 'offices', 'mails'] as const

export type ServicePart = (typeof serviceParts)[number]

/**
 * How a part is: `quiet` where nobody called in the last minutes, which proves nothing; `unknown` where the figures are old or cannot be
 * had, which is never told as working.
 */
export type PartState = 'working' | 'quiet' | 'troubled' | 'down' | 'unknown'

/** The live figures of the last minutes; undefined where they are old. */
export type LiveFigures = { readonly calls: number; readonly failed: number } | undefined

const callsMin = 10
/** From which part of the calls with 5xx on the API is in trouble, and from which it is down. */
const troubledFrom = 0.02
const downFrom = 0.5

export function apiState(figures: LiveFigures): PartState {
  if (figures === undefined) return 'unknown'
  const { calls, failed } = figures
  if (calls === 0) return 'quiet'
  const part = failed / calls
  if (calls >= callsMin && part >= downFrom) return 'down'
  return failed > 0 && (part >= troubledFrom || calls < callsMin) ? 'troubled' : 'working'
}

/** A mail is sent within seconds; one that waits longer waits for the mail server. */
const mailTroubledSeconds = 300

export const mailState = (oldestSeconds: number): PartState =>
  oldestSeconds > mailTroubledSeconds ? 'troubled' : 'working'
