'use server'

import { revalidatePath } from 'next/cache'
import { incidentUpdate, newIncident } from '@/lib/incidents/drafts'
import { openIncident, updateIncident } from '@/lib/incidents/tell-incident'
import { operatorAction, operatorSections } from '@/lib/web/operator-office'

const { health } = operatorSections

/** The banner stands above the pages of every office. */
const shownAnew = () => revalidatePath('/', 'layout')

export const openIncidentAction = operatorAction(health, newIncident, async (ctx, draft): Promise<undefined> => {
  await openIncident(ctx, draft)
  shownAnew()
})

export const updateIncidentAction = operatorAction(health, incidentUpdate, async (ctx, update): Promise<undefined> => {
  await updateIncident(ctx, update)
  shownAnew()
})
