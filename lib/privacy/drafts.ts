import * as z from 'zod'
import { soughtIdentification } from '@/lib/collaborators/drafts'
import { linesUpTo } from '@/lib/kernel/names'
import { addDays, localDayOf, localDayOfText } from '@/lib/language/days'
import { caseKinds, receivedDaysAgoMax } from './cases'
import { contactLengthMax, textLengthMax } from './lengths'

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const collaboratorId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A text, or null for none. */
const noteOrNone = z
  .union([z.string().regex(/^\s*$/), z.undefined()])
  .transform(() => null)
  .or(linesUpTo(textLengthMax, 'note'))

const receivedOn = z
  .string('day_missing')
  .refine((given) => localDayOfText(given) !== undefined, { error: 'day_unreadable', abort: true })
  .refine((given) => given <= localDayOf(new Date()), { error: 'day_to_come', abort: true })
  .refine((given) => given >= addDays(localDayOf(new Date()), -receivedDaysAgoMax), 'day_too_long_ago')

/** What a person asked, with the identification by which they are found. It is in the body of the request alone (D32). */
export const newCase = soughtIdentification.extend({
  kind: z.enum(caseKinds, 'kind_missing'),
  contact: linesUpTo(contactLengthMax, 'contact'),
  receivedOn,
  note: noteOrNone,
})

export type NewCase = z.output<typeof newCase>

export const caseChosen = z.object({ caseId: id })

export const caseEnd = z.object({ caseId: id, answer: linesUpTo(textLengthMax, 'answer') })

export type CaseEnd = z.output<typeof caseEnd>

export const rectification = z.object({ caseId: id, collaboratorId, what: linesUpTo(textLengthMax, 'what') })

export type Rectification = z.output<typeof rectification>
