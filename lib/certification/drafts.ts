import * as z from 'zod'
import { credentialFormat } from '@/lib/credentials/reference'
import { numericOfCents } from '@/lib/kernel/money'
import { centsTyped } from '@/lib/till/typed'
import { sceneIds } from './plan'

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

/** A box of a form that is ticked, or is not. */
const ticked = z
  .literal('on')
  .optional()
  .transform((text) => text === 'on')

/** More processes than this are not one adapter. */
const processesMax = 50

/** A credential, and what its adapter is said not to be made for. */
export const newRun = z.object({
  credential: z.string('credential_missing').transform((text, issues) => {
    const credential = credentialFormat.read(text)
    if (credential === undefined) issues.addIssue({ code: 'custom', message: 'credential_missing' })
    return credential ?? z.NEVER
  }),
  noItems: ticked,
  noOffline: ticked,
  processes: z
    .string()
    .regex(/^[1-9]\d?$/, 'processes_unfit')
    .transform(Number)
    .pipe(z.number().max(processesMax, 'processes_unfit')),
})
export type NewRun = z.output<typeof newRun>

/** An amount as a person types it, as the decimal text of its cents; absent when empty. */
const amount = z
  .string()
  .optional()
  .transform((text, issues) => {
    if (text === undefined || text.trim() === '') return undefined
    const cents = centsTyped(text)
    if (cents === undefined) issues.addIssue({ code: 'custom', message: 'amount_unfit' })
    return cents === undefined ? z.NEVER : numericOfCents(cents)
  })

const attested = {
  chargedTotal: amount,
  shownDiscount: amount,
  newTotal: amount,
  wasStopped: ticked,
  wasSold: ticked,
  wasShown: ticked,
}

/** A run that is meant, and nothing else of it. */
export const runChosen = z.object({ runId: id })
export type RunChosen = z.output<typeof runChosen>

export const sceneChosen = z.object({ runId: id, scene: z.enum(sceneIds) })
export type SceneChosen = z.output<typeof sceneChosen>

/** A scene, and what a person saw of it. */
export const sceneAttested = sceneChosen.extend(attested)
export type SceneAttested = z.output<typeof sceneAttested>
