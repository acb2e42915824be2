'use server'

import { revalidatePath } from 'next/cache'
import { newRun, runChosen, sceneAttested, sceneChosen } from '@/lib/certification/drafts'
import { endRun } from '@/lib/certification/end-run'
import { attestScene, closeScene, dropScene, openScene } from '@/lib/certification/play-scene'
import { startRun } from '@/lib/certification/start-run'
import { findSigningKey } from '@/lib/data-keys/find-signing-key'
import { dataKeysOf } from '@/lib/env'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeService } from '@/lib/web/office-service'

const { certification } = merchantSections

const shownAnew = () => revalidatePath('/portal/certification', 'layout')

export const startRunAction = officeAction(certification, newRun, async (ctx, draft) => {
  const { id } = await startRun(ctx, draft)
  return { id }
})

export const openSceneAction = officeAction(certification, sceneChosen, async (ctx, chosen): Promise<undefined> => {
  await openScene(ctx, chosen)
  shownAnew()
})

export const closeSceneAction = officeAction(certification, sceneAttested, async (ctx, typed): Promise<undefined> => {
  await closeScene(ctx, typed)
  shownAnew()
})

export const attestSceneAction = officeAction(certification, sceneAttested, async (ctx, typed): Promise<undefined> => {
  await attestScene(ctx, typed)
  shownAnew()
})

export const dropSceneAction = officeAction(certification, sceneChosen, async (ctx, chosen): Promise<undefined> => {
  await dropScene(ctx, chosen)
  shownAnew()
})

/** Judges a run, and signs its evidence with the key of this installation. */
export const endRunAction = officeAction(certification, runChosen, async (ctx, chosen): Promise<undefined> => {
  const certificateKey = await findSigningKey(ctx.db, dataKeysOf(officeService().env), 'aliado certificate signing v1')
  await endRun({ ...ctx, certificateKey }, chosen)
  shownAnew()
})
