import * as z from 'zod'
import { incidentStates, serviceParts } from './incidents'

export const titleLengthMax = 120
export const textLengthMax = 1_000

const text = (max: number) => z.string('text_missing').trim().min(1, 'text_missing').max(max, 'text_too_long')

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

const said = {
  state: z.enum(incidentStates, 'state_missing'),
  textEs: text(textLengthMax),
  textEn: text(textLengthMax),
}

export const newIncident = z.object({
  titleEs: text(titleLengthMax),
  titleEn: text(titleLengthMax),
  parts: z.array(z.enum(serviceParts)).min(1, 'parts_missing'),
  ...said,
})

export type NewIncident = z.output<typeof newIncident>

export const incidentUpdate = z.object({ incidentId: id, ...said })

export type IncidentUpdate = z.output<typeof incidentUpdate>
