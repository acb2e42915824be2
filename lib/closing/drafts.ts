import * as z from 'zod'
import { idOrNone } from '@/lib/kernel/address'
import { type LocalDay, localDayOfText } from '@/lib/language/days'
import { differenceReasons, noteLengthMax } from './reasons'

/** What a person pastes of a POS's report of one day. */
export const listLengthMax = 400_000

/** How many differences a closing can explain: with more of them the list is of another day, or of another branch. */
export const differencesMax = 300

const day = z.string().transform((text, check): LocalDay => {
  const read = localDayOfText(text)
  if (read === undefined) check.addIssue('day_invalid')
  return read ?? ''
})

const branch = z.string().transform((text, check) => {
  const read = idOrNone.read(text)
  if (read === undefined) check.addIssue('branch_required')
  return read ?? 'none'
})

const note = z.string().trim().max(noteLengthMax, 'note_too_long')

/**
 * A day to be closed, with the till's own list when it was compared: `references`, `reasons` and `notes` explain its differences,
 * one after the other.
 */
export const dayToCloseSchema = z.object({
  day,
  branch,
  basis: z.enum(['final', 'purchase']).optional(),
  list: z.string().max(listLengthMax, 'list_too_long').optional(),
  references: z.array(z.string().max(500)).max(differencesMax, 'differences_too_many'),
  reasons: z.array(z.enum(differenceReasons, 'reason_missing')).max(differencesMax),
  notes: z.array(note).max(differencesMax),
})

export type DayToClose = z.infer<typeof dayToCloseSchema>

export const reopeningSchema = z.object({
  closingId: z.coerce.number().int().positive(),
  reason: note.min(1, 'reopen_reason_missing'),
})
