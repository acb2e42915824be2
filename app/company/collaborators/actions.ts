'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { changeCollaborator, createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import {
  collaboratorChanges,
  importChosen,
  importConfirmed,
  listedCollaborators,
  newCollaborator,
  newType,
  oneCollaborator,
  renamedType,
  soughtIdentification,
} from '@/lib/collaborators/drafts'
import { collaboratorFilterOf, collaboratorsHome } from '@/lib/collaborators/filter'
import { inviteCollaborator, inviteCollaborators } from '@/lib/collaborators/invite-collaborators'
import { createType, renameType } from '@/lib/collaborators/manage-types'
import { revealIdentification, seekCollaborator } from '@/lib/collaborators/show-collaborator'
import { dropCollaborators } from '@/lib/collaborators/upload-collaborators'
import type { Counts } from '@/lib/imports/fingerprint'
import { askedOf } from '@/lib/kernel/address'
import { officeAction } from '@/lib/web/action'
import { companySections } from '@/lib/web/company-office'
import { withFile } from '@/lib/web/file-pools'

const { collaborators } = companySections

/** A change shows on more than one page of the collaborators. */
const changed = () => revalidatePath(collaboratorsHome, 'layout')

export const addCollaborator = officeAction(collaborators, newCollaborator, async (ctx, draft) => {
  const { name } = await createCollaborator(ctx, draft)
  changed()
  return { name }
})

export const editCollaborator = officeAction(collaborators, collaboratorChanges, async (ctx, draft) => {
  const done = await changeCollaborator(ctx, draft)
  changed()
  return done
})

export const activateCollaborator = officeAction(collaborators, oneCollaborator, async (ctx, { id }) => {
  const done = await setCollaboratorActive(ctx, { id, active: true })
  changed()
  return done
})

export const deactivateCollaborator = officeAction(collaborators, oneCollaborator, async (ctx, { id }) => {
  const done = await setCollaboratorActive(ctx, { id, active: false })
  changed()
  return done
})

export const sendInvitation = officeAction(collaborators, oneCollaborator, async (ctx, asked) => {
  const done = await inviteCollaborator(ctx, asked)
  changed()
  return done
})

export const sendInvitations = officeAction(collaborators, listedCollaborators, async (ctx, { list }) => {
  const done = await inviteCollaborators(ctx, collaboratorFilterOf(askedOf(`http://list${list}`)))
  changed()
  return done
})

/** The whole identification. It is in this answer alone. */
export const showIdentification = officeAction(collaborators, oneCollaborator, revealIdentification)

/** Leads to the page of the collaborator with that identification, which travels in the body and is in no URL (D32). */
export const seekByIdentification = officeAction(
  collaborators,
  soughtIdentification,
  async (ctx, sought): Promise<undefined> => {
    const { id } = await seekCollaborator(ctx, sought)
    redirect(`${collaboratorsHome}/${id}`)
  },
)

export const addType = officeAction(collaborators, newType, async (ctx, draft) => {
  const { name } = await createType(ctx, draft)
  changed()
  return { name }
})

export const editType = officeAction(collaborators, renamedType, async (ctx, draft) => {
  const done = await renameType(ctx, draft)
  changed()
  return done
})

export const confirmPeopleImport = officeAction(
  collaborators,
  importConfirmed,
  async (ctx, { importId: id, seen }): Promise<Counts> => {
    const counts = await withFile('confirmCollaborators', ctx, { id, seen })
    changed()
    return counts
  },
)

export const dropPeopleImport = officeAction(
  collaborators,
  importChosen,
  async (ctx, { importId }): Promise<undefined> => {
    await dropCollaborators(ctx, importId)
    changed()
  },
)
