import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { CollaboratorContext } from '@/lib/me/list-own'
import { type Collaborator, loadCollaborator } from '@/lib/me/load-collaborator'
import { presentedCollaboratorToken } from './collaborator-cookie'
import { officeService } from './office-service'

export const ownPagePath = '/me'
export const ownSignInPath = '/me/sign-in'

/** The collaborator of this request, read from the database once for all that the request does; undefined when there is none. */
export const currentCollaborator = cache(async (): Promise<Collaborator | undefined> => {
  const token = await presentedCollaboratorToken()
  return token === undefined ? undefined : loadCollaborator(officeService().db, token)
})

/** Whoever is signed in to their own page; everybody else is led to ask for a link. */
export async function requireCollaborator(): Promise<CollaboratorContext> {
  const collaborator = await currentCollaborator()
  if (!collaborator) redirect(ownSignInPath)
  return { db: officeService().db, collaborator }
}
