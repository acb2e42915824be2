import { collaboratorSessionDays } from '@/lib/me/session'
import { sealedCookie } from './sealed-cookie'

const seconds = collaboratorSessionDays * 86_400

/** Like the cookie of the offices (`session-cookie.ts`), with another name and another salt: neither opens the other's pages. */
const cookie = sealedCookie({
  name: 'aliado-me',
  salt: 'aliado collaborator session',
  sealSeconds: seconds,
  keptSeconds: seconds,
})

/** The token that the browser presented; undefined when it has none, or none of ours. */
export const presentedCollaboratorToken = cookie.presented

/** Gives the browser a session that is kept when the browser closes: a phone closes it at any time. In actions only. */
export const giveCollaboratorSession = cookie.give

/** Takes the session from the browser. In actions only. */
export const takeCollaboratorSession = cookie.take
