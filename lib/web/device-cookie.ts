import { knownDeviceBounds } from '@/lib/accounts/browser'
import { sealedCookie } from './sealed-cookie'

const seconds = knownDeviceBounds.days * 86_400

/**
 * Marks a browser as a known device of the people who signed in with it, in the offices or on collaborators' own pages
 * (ADR-0021). The cookie opens no page: it shows which attempts are not a stranger's, and it stays when a session ends.
 */
const cookie = sealedCookie({
  name: 'aliado-device',
  salt: 'aliado device',
  sealSeconds: seconds,
  keptSeconds: seconds,
})

/** What the browser presented; undefined when it has none, or none of ours. */
export const presentedDevice = cookie.presented

/** Makes the browser known by this from now on. In actions only. */
export const giveDevice = cookie.give
