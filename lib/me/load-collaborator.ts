import type { OfficeDb } from '@/db/office'
import {
  endCollaboratorSession,
  findCollaboratorSession,
  touchCollaboratorSession,
} from '@/db/queries/offices/collaborator-sessions'
import { isWellFormedToken } from '@/lib/accounts/session'
import { digest } from '@/lib/credentials/secret'
import { displayName } from '@/lib/redemption/person'
import { collaboratorIdleDays } from './session'

/** Who is looking at their own benefits. */
export type Collaborator = {
  readonly collaboratorId: number
  readonly displayName: string
  readonly companyName: string
  readonly email: string
}

/**
 * The collaborator of a token, read at every request; undefined when nobody is signed in by it. The session of a
 * collaborator who was deactivated, or has another e-mail address now, ends here for good.
 */
export async function loadCollaborator(db: OfficeDb, token: string): Promise<Collaborator | undefined> {
  if (!isWellFormedToken(token)) return undefined
  const tokenHash = digest(token)
  const session = await findCollaboratorSession(db, tokenHash, collaboratorIdleDays)
  if (!session) return undefined
  if (!session.allowed) {
    await endCollaboratorSession(db, tokenHash)
    return undefined
  }
  await touchCollaboratorSession(db, session.sessionId)
  const { collaboratorId, firstName, lastName, companyName, email } = session
  return { collaboratorId, displayName: displayName(firstName, lastName), companyName, email }
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: OfficeDb, token: string): Promise<void> {
  if (isWellFormedToken(token)) await endCollaboratorSession(db, digest(token))
}
