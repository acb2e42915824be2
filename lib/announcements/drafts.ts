import * as z from 'zod'
import { whenSound } from '@/lib/kernel/when-sound'
import { addDays, localDayOf, localDayOfText, startOfDay } from '@/lib/language/days'
import { audiences } from './announcements'

export const textLengthMax = 300

const text = z.string('text_missing').trim().min(1, 'text_missing').max(textLengthMax, 'text_too_long')

const isDay = (given: string): boolean => localDayOfText(given) !== undefined

/** An announcement from a form: its first day, or none for from now on, and its last one. */
export const newAnnouncement = z
  .object({
    textEs: text,
    textEn: text,
    audience: z.enum(audiences, 'audience_missing'),
    from: z
      .string()
      .default('')
      .refine((given) => given === '' || isDay(given), 'day_unreadable'),
    until: z
      .string('until_missing')
      .min(1, 'until_missing')
      .refine((given) => given === '' || isDay(given), 'day_unreadable')
      .refine((given) => !isDay(given) || given >= localDayOf(new Date()), 'until_passed'),
  })
  .refine(({ from, until }) => from <= until, {
    path: ['until'],
    message: 'until_before_from',
    ...whenSound('from', 'until'),
  })

export type NewAnnouncement = z.output<typeof newAnnouncement>

/** From when until when: its last day is included whole (D22). */
export const periodOf = (
  { from, until }: Pick<NewAnnouncement, 'from' | 'until'>,
  now: Date,
): { readonly showFrom: Date; readonly showUntil: Date } => ({
  showFrom: isDay(from) && from > localDayOf(now) ? startOfDay(from) : now,
  showUntil: startOfDay(addDays(until, 1)),
})

export const announcementChosen = z.object({
  announcementId: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.number().max(2_147_483_647)),
})
