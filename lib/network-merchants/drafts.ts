import * as z from 'zod'
import { emailSchema } from '@/lib/accounts/email'
import { legalIdIn } from '@/lib/affiliations/drafts'
import { linesUpTo, nameUpTo } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { instantAt, localDayOfText } from '@/lib/language/days'
import { disablingCauses, disablingMessageLengthMax } from './disabling'

export const tenantNameLengthMax = 200

/** As the network file takes it. */
export const legalIdLengthMax = 50

/** An RNC without its hyphens, or null for none. No rule refuses one (`doubtOfRnc`). */
const legalId = z
  .string()
  .max(legalIdLengthMax, 'legal_id_too_long')
  .transform((text) => legalIdIn(text.normalize('NFC')) || null)

const id = z.coerce.number().int().min(1).max(2_147_483_647)

const described = { name: nameUpTo(tenantNameLengthMax), legalId }

export const merchantDraft = z.object({ ...described, ownerEmail: emailSchema })
export const merchantChange = z.object({ merchantId: id, ...described })
export const merchantChosen = z.object({ merchantId: id })
export const merchantOwner = z.object({ merchantId: id, email: emailSchema })
export const merchantInvitation = z.object({ merchantId: id, invitationId: id })

export const companyDraft = z.object({ ...described, ownerEmail: emailSchema })
export const companyChange = z.object({ companyId: id, ...described })
export const companyOwner = z.object({ companyId: id, email: emailSchema })
export const companyInvitation = z.object({ companyId: id, invitationId: id })

/** A merchant, and a company by its RNC or whole name. */
export const companyOfMerchant = z.object({ merchantId: id, other: z.string().trim().min(1, 'other_missing').max(200) })
/** A company, and a merchant likewise. */
export const merchantOfCompany = z.object({ companyId: id, other: z.string().trim().min(1, 'other_missing').max(200) })
/** What ends, and the name of the other side as it was typed. */
export const endedPair = z.object({ merchantId: id, companyId: id, confirmation: z.string().max(500) })

const message = linesUpTo(disablingMessageLengthMax, 'message')

/** What the form of a disabling sends. */
export const disablingDraft = z.object({
  merchantId: id,
  cause: z.enum(disablingCauses, 'cause_missing'),
  message,
  when: z.enum(['now', 'later']),
  day: z.string().max(10).default(''),
  time: z.string().max(5).default(''),
  confirmation: z.string().max(500),
})

export type DisablingDraft = z.output<typeof disablingDraft>

/** From when a disabling counts; null for at once. Throws `day_invalid`, `time_invalid`. */
export function takesEffectAtOf({ when, day, time }: Pick<DisablingDraft, 'when' | 'day' | 'time'>): Date | null {
  if (when === 'now') return null
  const local = localDayOfText(day)
  if (local === undefined) throw new OfficeFault('day_invalid', { field: 'day' })
  const moment = instantAt(local, time)
  if (moment === undefined) throw new OfficeFault('time_invalid', { field: 'time' })
  return moment
}
