import { knownDeviceBounds } from '@/lib/accounts/browser'
import { sealedCookie } from './sealed-cookie'

const seconds = knownDeviceBounds.days * 86_400

/**
 * What a browser is known by to those who came in with it, of the offices and of collaborators' own pages (ADR-0021). It opens no
 * page: it says which attempts are not a stranger's, and stays when a session ends.
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
