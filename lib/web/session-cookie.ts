import { sessionHours } from '@/lib/accounts/session'
import { sealedCookie } from './sealed-cookie'

const cookie = sealedCookie({ name: 'aliado', salt: 'aliado session', sealSeconds: sessionHours * 3600 })

/** The session token that the browser presented; undefined when it has none, or none of ours. */
export const presentedToken = cookie.presented

/** Gives the browser a session, until it is closed or the session ends. In actions only. */
export const giveSession = cookie.give

/** Takes the session from the browser. In actions only. */
export const takeSession = cookie.take
