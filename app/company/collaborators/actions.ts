'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { changeCollaborator, createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import {
  collaboratorChanges,
  importChosen,
  importConfirmed,
  newCollaborator,
  newType,
  oneCollaborator,
  renamedType,
  soughtIdentification,
} from '@/lib/collaborators/drafts'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { createType, renameType } from '@/lib/collaborators/manage-types'
import { revealIdentification, seekCollaborator } from '@/lib/collaborators/show-collaborator'
import { dropCollaborators } from '@/lib/collaborators/upload-collaborators'
import type { Counts } from '@/lib/imports/plan'
import { companyAction } from '@/lib/web/action'
import { withFile } from '@/lib/web/file-pools'

const permission = 'company.collaborators.manage'

/** A change shows on more than one page of the collaborators. */
const changed = () => revalidatePath(collaboratorsHome, 'layout')

export const addCollaborator = companyAction({ schema: newCollaborator, permission }, async (ctx, draft) => {
  const { name } = await createCollaborator(ctx, draft)
  changed()
  return { name }
})

export const editCollaborator = companyAction({ schema: collaboratorChanges, permission }, async (ctx, draft) => {
  const done = await changeCollaborator(ctx, draft)
  changed()
  return done
})

export const activateCollaborator = companyAction({ schema: oneCollaborator, permission }, async (ctx, { id }) => {
  const done = await setCollaboratorActive(ctx, { id, active: true })
  changed()
  return done
})

export const deactivateCollaborator = companyAction({ schema: oneCollaborator, permission }, async (ctx, { id }) => {
  const done = await setCollaboratorActive(ctx, { id, active: false })
  changed()
  return done
})

/** The whole identification. It is in this answer alone. */
export const showIdentification = companyAction({ schema: oneCollaborator, permission }, revealIdentification)

/** Leads to the page of the collaborator with that identification, which travels in the body and is in no URL (D32). */
export const seekByIdentification = companyAction(
  { schema: soughtIdentification, permission },
  async (ctx, sought): Promise<undefined> => {
    const { id } = await seekCollaborator(ctx, sought)
    redirect(`${collaboratorsHome}/${id}`)
  },
)

export const addType = companyAction({ schema: newType, permission }, async (ctx, draft) => {
  const { name } = await createType(ctx, draft)
  changed()
  return { name }
})

export const editType = companyAction({ schema: renamedType, permission }, async (ctx, draft) => {
  const done = await renameType(ctx, draft)
  changed()
  return done
})

export const confirmPeopleImport = companyAction(
  { schema: importConfirmed, permission },
  async (ctx, { importId: id, seen }): Promise<Counts> => {
    const counts = await withFile('confirmCollaborators', ctx, { id, seen })
    changed()
    return counts
  },
)

export const dropPeopleImport = companyAction(
  { schema: importChosen, permission },
  async (ctx, { importId }): Promise<undefined> => {
    await dropCollaborators(ctx, importId)
    changed()
  },
)
